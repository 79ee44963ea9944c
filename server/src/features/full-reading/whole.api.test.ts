import { describe, expect, it } from 'vitest'
import { type OpenReply, sourcesOf } from '../../testing/reply-client.ts'
import { asDocx, asPdf, asText, foundFacts, plant } from '../../testing/planted-report.ts'
import { people } from '../../testing/open-test-app.ts'
import { uploadPrivate } from '../documents/documents.fixture.ts'
import { openReadingBench, type ReadingBench } from './full-reading.fixture.ts'

const bench = openReadingBench()
const { ana } = people(bench.app, { ana: {} })
const planted = plant()

const progressOf = (reply: OpenReply) => reply.events.flatMap((event) => (event.type === 'progress' ? [event] : []))

async function askOf(document_id: string, task: ReadingBench['asked']['task'], question: string): Promise<OpenReply> {
  Object.assign(bench.asked, { document_id, task, window: 32_000 })
  return bench.ask(ana, await bench.newConversation(ana), question)
}

describe('every fact of 700 kB, each with its page', () => {
  it.each([
    ['rapport.txt', () => asText(planted), false],
    ['rapport.docx', () => asDocx(planted), true],
    ['rapport.pdf', () => asPdf(planted), true],
  ])(
    'is gathered from %s',
    async (name, make, hasPages) => {
      const content = make()
      if (typeof content === 'string') expect(content.length).toBeGreaterThan(650_000)
      const reply = await askOf(await uploadPrivate(bench.app, ana, name, content), 'gather', 'Relève tous les faits mode:faits')
      expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
      expect(foundFacts(planted, reply.text(), sourcesOf(reply), hasPages)).toBe(planted.facts.length)
      const kinds = reply.events.map(({ type }) => type)
      expect(kinds.lastIndexOf('progress')).toBeLessThan(kinds.indexOf('delta'))
      const last = progressOf(reply).at(-1)!
      expect(last.done).toBe(last.total)
      expect(reply.text()).toContain(`Lecture complète\u00a0: ${hasPages ? '300\u00a0pages' : 'un document'} en ${last.total}\u00a0parties.`)
      expect(reply.text().indexOf('FAIT-0001')).toBeLessThan(reply.text().indexOf('FAIT-1200'))
    },
    120_000,
  )
})
