import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { createLevelsBench, newDocumentCategory, sentText } from '../../testing/levels-bench.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { LlmRequest } from '../../platform/llm/port.ts'
import { composeAnswer } from '../../platform/llm/scripted/scripted-answers.ts'
import { addToLibrary, uploadPrivate } from '../documents/documents.fixture.ts'

const { comparisons, quotas } = routes

/** Answer of the model, or null for that of the demonstration model, and the requests that it received. */
const model = { answer: '' as string | null, received: [] as LlmRequest[] }
const app = openTestApp({
  llm: {
    async complete(request) {
      model.received.push(request)
      request.onDelta(model.answer ?? composeAnswer(request))
      return { finish: 'stop', usage: { prompt_tokens: 300, completion_tokens: 20 }, model: 'essai' }
    },
  },
})
const { ana, bruno } = people(app, { ana: { is_admin: true }, bruno: {} })
beforeEach(() => void Object.assign(model, { answer: '', received: [] }))

const text = (days: number, more = '') => `# Règlement\n\nLe prêt dure ${days} jours.\n\nCe paragraphe-ci ne change pas.\n${more}`
const sumUp = (before: string, after: string, token = bruno.token) => app.call(comparisons.summary, { token, body: { before, after } })
const sent = (request: LlmRequest) => request.messages.map(({ content }) => content).join('\n')

describe('a summary of two documents of the library', () => {
  it('reads the changed passages of both sides only, cites them, and its quotations are checked; its tokens are counted', async () => {
    const { id: before } = await addToLibrary(app, ana, 'règlement 2025.md', text(21))
    const { id: after } = await addToLibrary(app, ana, 'règlement 2026.md', text(28))
    model.answer =
      'Le prêt passe de «\u00a0Le prêt dure 21 jours\u00a0» [1] à «\u00a0Le prêt dure 28 jours\u00a0» [2], et «\u00a0la pénalité est doublée\u00a0» [2].'
    const used = (await app.call(quotas.own, { token: bruno.token })).body.prompt_tokens
    const { status, body } = await sumUp(before, after)
    expect(status).toBe(200)
    expect(body.text).toBe(model.answer)
    expect(body.sources.map(({ number, document_id, section, extract }) => [number, document_id, section, extract])).toEqual([
      [1, before, 'avant, Règlement', 'Le prêt dure 21 jours.'],
      [2, after, 'après, Règlement', 'Le prêt dure 28 jours.'],
    ])
    expect(body.quotes.map(({ is_verified, number }) => [is_verified, number])).toEqual([
      [true, 1],
      [true, 2],
      [false, null],
    ])
    expect(body.left_out).toBe(0)
    expect(model.received).toHaveLength(1)
    expect(sent(model.received[0]!)).toContain('- Modifié\u00a0: avant [1], après [2]')
    expect(sent(model.received[0]!)).not.toContain('Ce paragraphe-ci ne change pas')
    expect((await app.call(quotas.own, { token: bruno.token })).body.prompt_tokens - used).toBe(300)
  })

  it('leaves out what does not fit, figures first, and says how many', async () => {
    const paragraphs = (word: string, figure: number) =>
      Array.from({ length: 900 }, (_, at) => `Alinéa ${at}\u00a0: ${word} ${'de la commune et de ses habitants '.repeat(6)}fin${at}.`).join('\n\n') +
      `\n\nLe prêt dure ${figure} jours.\n`
    const { id: before } = await addToLibrary(app, ana, 'long 2025.md', paragraphs('délibération', 21))
    const { id: after } = await addToLibrary(app, ana, 'long 2026.md', paragraphs('procès-verbal', 28))
    model.answer = 'Le prêt change.'
    const { status, body } = await sumUp(before, after)
    expect(status).toBe(200)
    expect(body.left_out).toBeGreaterThan(0)
    expect(sent(model.received[0]!)).toContain('Le prêt dure 28 jours.')
  })

  it('is refused without a change, and for a document of somebody else, before any call', async () => {
    const { id: before } = await addToLibrary(app, ana, 'note.md', text(21))
    const same = await uploadPrivate(app, bruno, 'note bis.md', text(21))
    expect((await sumUp(before, same)).error).toMatchObject({ code: 'documents.nothing_to_sum_up' })
    const secret = await uploadPrivate(app, ana, 'secret.md', text(30))
    expect((await sumUp(before, secret)).status).toBe(404)
    expect(model.received).toEqual([])
  })
})

test('the demonstration model puts both sides next to each other, word for word', async () => {
  model.answer = null
  const { id: before } = await addToLibrary(app, ana, 'a.md', text(21))
  const { id: after } = await addToLibrary(app, ana, 'b.md', text(28, '\nUne copie est remise.\n'))
  const { body } = await sumUp(before, after)
  expect(body.text).toContain('- «\u00a0Le prêt dure 21 jours.\u00a0» [1] devient «\u00a0Le prêt dure 28 jours.\u00a0» [2].')
  expect(body.text).toContain('- Ajouté\u00a0: «\u00a0Une copie est remise.\u00a0» [3].')
  expect(body.quotes.length).toBe(3)
  expect(body.quotes.every(({ is_verified }) => is_verified)).toBe(true)
})

describe('the level of both documents', () => {
  const open = async (...levels: (1 | 2 | 3)[]) => {
    const bench = await createLevelsBench(levels)
    onTestFinished(() => bench.close())
    const admin = await bench.app.createUser({ is_admin: true })
    const category = await newDocumentCategory(bench, admin.token, 'Ressources humaines', 3)
    const { id: open } = await addToLibrary(bench.app, admin, 'ouvert.md', text(21, '\nFAIT-10001 est public.\n'))
    const { id: internal } = await addToLibrary(bench.app, admin, 'interne.md', text(28, '\nFAIT-30001 est interne.\n'), { category: category.name })
    const call = (before: string, after: string) => bench.app.call(comparisons.summary, { token: admin.token, body: { before, after } })
    return { bench, open, internal, call }
  }

  it('chooses the model, whichever side has it: no passage is sent to a model below', async () => {
    const { bench, open: before, internal: after, call } = await open(1, 3)
    const [one, other] = [await call(before, after), await call(after, before)]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.text).toContain('FAIT-30001')
    expect(bench.serverOf(3).requests).toHaveLength(2)
    expect(bench.serverOf(1).requests).toEqual([])
    expect(
      bench
        .serverOf(3)
        .requests.map(sentText)
        .every((request) => request.includes('FAIT-30001') && request.includes('FAIT-10001')),
    ).toBe(true)
  })

  it('refuses the summary when no model of that level is installed, without a byte to another', async () => {
    const { bench, open: before, internal: after, call } = await open(1)
    const { status, error } = await call(before, after)
    expect([status, error.code]).toEqual([409, 'llm.no_model_for_level'])
    expect(bench.serverOf(1).requests).toEqual([])
  })
})
