import { expect, it } from 'vitest'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'
import { uploadPrivate } from '../../documents/documents.fixture.ts'

const bench = openChatBench()
const { ana } = people(bench.app, { ana: {} })

const filler = (subject: string) => Array.from({ length: 40 }, (_, at) => `La phrase ${at} de ce passage parle de ${subject} et de rien d’autre.`).join('\n\n')

it('of a document given whole, a reply keeps the pages that it names: for its readers and for later', async () => {
  const text = [filler('voirie'), 'FAIT-0007 : le loyer est de 4 000 euros.', filler('cantine')].join('\n\n')
  const document_id = await uploadPrivate(bench.app, ana, 'rapport.txt', text)
  const conversation_id = await bench.newConversation(ana)
  const reply = await bench.askLibrary(ana, { message: 'Quel est le loyer ? mode:faits', document_id, conversation_id })
  const [given, kept, ...more] = reply.events.flatMap((event) => (event.type === 'sources' ? [event.sources] : []))
  expect(more).toEqual([])
  expect(given!.length).toBeGreaterThan(1)
  expect(kept).toHaveLength(1)
  expect(kept![0]!.extract).toContain('FAIT-0007')
  expect(reply.text()).toContain(`[${kept![0]!.number}]`)
  expect((await bench.settled(ana, conversation_id)).sources).toEqual(kept)
})

it('a reply that fails before its first word does not keep every page', async () => {
  const text = [filler('voirie'), filler('cantine')].join('\n\n')
  const document_id = await uploadPrivate(bench.app, ana, 'long.txt', text)
  const conversation_id = await bench.newConversation(ana)
  const reply = await bench.askLibrary(ana, { message: 'Quel est le loyer ? mode:500', document_id, conversation_id })
  expect(reply.events.filter(({ type }) => type === 'sources')).toEqual([])
  const failed = await bench.settled(ana, conversation_id)
  expect([failed.status, failed.sources.length]).toEqual(['erreur', 1])
})
