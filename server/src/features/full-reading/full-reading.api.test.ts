import { defaultSystemPrompt, routes } from '@parvis/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenReply, sourcesOf } from '../../testing/reply-client.ts'
import { asPdf, foundFacts, plant } from '../../testing/planted-report.ts'
import { people } from '../../testing/open-test-app.ts'
import { uploadPrivate } from '../documents/documents.fixture.ts'
import { openReadingBench, type ReadingBench } from './full-reading.fixture.ts'

const { chat } = routes

const bench = openReadingBench()
const { ana } = people(bench.app, { ana: {} })
let pdf: string
const planted = plant(24)
beforeAll(async () => {
  pdf = await uploadPrivate(bench.app, ana, 'rapport.pdf', asPdf(planted))
})

const progressOf = (reply: OpenReply) => reply.events.flatMap((event) => (event.type === 'progress' ? [event] : []))
const calls = () => bench.model.requests.length
/** Returns the numbers of the parts requested from the model since a call. */
const partsSince = (from: number): number[] =>
  bench.model.requests.slice(from).flatMap(({ body }) => {
    const part = /\(Partie (\d+) sur/.exec(body.messages?.at(-1)?.content ?? '')?.[1]
    return part === undefined ? [] : [Number(part)]
  })
const asking = (asked: Partial<ReadingBench['asked']>) => Object.assign(bench.asked, { task: 'gather', document_id: pdf, window: 4_000, ...asked })

async function ask(question: string, asked: Partial<ReadingBench['asked']> = {}, id?: string): Promise<{ reply: OpenReply; id: string }> {
  asking(asked)
  const conversation = id ?? (await bench.newConversation(ana))
  return { reply: await bench.ask(ana, conversation, question), id: conversation }
}
/** Starts a reading that hangs after the fourth part, and waits for four. */
async function begin(): Promise<{ reply: OpenReply; id: string }> {
  asking({})
  const id = await bench.newConversation(ana)
  const reply = await bench.send(ana, id, 'Relève tous les faits mode:faits-jusqu-a:4')
  await reply.until((events) => events.some((event) => event.type === 'progress' && event.done === 4))
  return { reply, id }
}
const stop = async (reply: OpenReply) => {
  await bench.app.call(chat.stop, { params: { stream_id: reply.stream_id }, token: ana.token })
  await reply.ended
}
const goOn = (id: string) => bench.ask(ana, id, '', { action: 'continue' })

describe('a full reading', () => {
  it('is told as it goes, numbered, and the same to whoever comes late', async () => {
    const before = calls()
    const { reply, id } = await ask('Relève tous les faits mode:faits')
    const parts = progressOf(reply).at(-1)!.total
    expect(parts).toBeGreaterThan(6)
    expect(partsSince(before).toSorted((a, b) => a - b)).toEqual(Array.from({ length: parts }, (_, at) => at + 1))
    const ids = reply.events.map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(foundFacts(planted, reply.text(), sourcesOf(reply), true)).toBe(planted.facts.length)
    const late = await bench.resume(ana, reply.stream_id)
    await late.ended
    expect(late.text()).toBe(reply.text())
    expect(late.events.at(-1)).toEqual(reply.events.at(-1))
    const message = (await bench.messages(ana, id)).at(-1)!
    expect(message).toMatchObject({ status: 'complete', content: reply.text() })
    expect(message.sources).toEqual(sourcesOf(reply))
    const row = await bench.app.db.selectFrom('message').where('id', '=', message.id).select(['prompt_tokens', 'completion_tokens']).executeTakeFirstOrThrow()
    expect(row).toEqual({ prompt_tokens: 42 * parts, completion_tokens: planted.facts.length })
  })

  it('says nothing to a reader of plain text before its answer, and a failure as an error', async () => {
    asking({})
    const body = (content: string) => ({ messageHistory: [{ role: 'user' as const, content }] })
    const plain = await bench.app.call(chat.stream, { token: ana.token, body: body('Relève tous les faits mode:faits') })
    expect(plain.status).toBe(200)
    expect(plain.text.startsWith(`${planted.facts.length}\u00a0éléments relevés`)).toBe(true)
    const before = calls()
    const failed = await bench.app.call(chat.stream, { token: ana.token, body: body('Relève tous les faits mode:500') })
    expect([failed.status, failed.error.code]).toEqual([502, 'llm.unreachable'])
    // Three parts, each requested twice, then no other: the model counts as down.
    expect(calls() - before).toBeLessThanOrEqual(8)
  })

  it('reads again in two halves a part whose answer was cut', async () => {
    const { reply } = await ask('Relève tous les faits mode:faits-au-plus:5')
    expect(foundFacts(planted, reply.text(), sourcesOf(reply), true)).toBe(planted.facts.length)
    expect(reply.text()).toContain('*Lecture complète')
  })

  it('reads in shorter parts, and answers from fewer notes, what a model refuses for its length', async () => {
    const gathered = await ask('Relève tous les faits mode:faits-refuses:5000')
    expect(foundFacts(planted, gathered.reply.text(), sourcesOf(gathered.reply), true)).toBe(planted.facts.length)
    const { reply } = await ask('Fais la synthèse mode:faits-refuses:4500', { task: 'synthesis', window: 8_000 })
    expect(reply.events.at(-1)).toMatchObject({ status: 'complete' })
    expect(foundFacts(planted, reply.text(), sourcesOf(reply), true)).toBeGreaterThan(0)
    expect(reply.text()).toContain('une partie des notes, trop longues pour le modèle')
  })

  it('gives a text in another form in its order, and nothing between', async () => {
    const { reply } = await ask('Traduis ce texte en anglais mode:majuscules', { task: 'transform' })
    const [text, notice] = reply.text().split('\n\n*Lecture ')
    expect(notice).toContain('complète')
    const words = planted.pages.flat().join(' ').toUpperCase().split(/\s+/)
    expect(text!.split(/\s+/)).toEqual(words)
    expect(sourcesOf(reply)).toMatchObject([{ document: 'rapport.pdf', page: 1, number: 25 }])
    const { content } = bench.model.requests.at(-1)!.body.messages![0]!
    expect(content.startsWith(defaultSystemPrompt)).toBe(true)
  })

  it('answers from the notes, citing only pages that it read', async () => {
    const { reply } = await ask('Fais la synthèse mode:faits', { task: 'synthesis', window: 16_000 })
    const last = bench.model.requests.at(-1)!.body.messages![0]!.content
    expect(last).toContain('Les documents ont été lus en entier')
    for (const { text } of planted.facts) expect(last).toContain(text)
    expect(foundFacts(planted, reply.text(), sourcesOf(reply), true)).toBe(planted.facts.length)
    const { notices } = await bench.app.db.selectFrom('message').where('id', '=', reply.stream_id).select('notices').executeTakeFirstOrThrow()
    expect(notices.map(({ kind, text }) => [kind, reply.text().endsWith(text)])).toEqual([['reading_complete', true]])
    const invented = await ask('Fais la synthèse de ce rapport', { task: 'synthesis' })
    expect(sourcesOf(invented.reply)).toEqual([])
  })

  it('says what it could not read, in the answer', async () => {
    const { reply } = await ask('Relève tous les faits mode:faits-sauf:3')
    expect(reply.events.at(-1)).toMatchObject({ status: 'complete' })
    expect(reply.text()).toMatch(
      /\*Lecture partielle\u00a0: \d+\u00a0pages en \d+\u00a0parties\. N’a pas été lu\u00a0: \*\*rapport\.pdf\*\* \(pages\u00a0\d+ à \d+, le modèle n’a pas répondu\)\.\*$/,
    )
    const { notices } = await bench.app.db.selectFrom('message').where('id', '=', reply.stream_id).select('notices').executeTakeFirstOrThrow()
    expect(notices).toEqual([{ kind: 'reading_partial', text: expect.stringMatching(/^\n\n\*Lecture partielle/) }])
    expect(reply.text().endsWith(notices[0]!.text)).toBe(true)
    const found = foundFacts(planted, reply.text(), sourcesOf(reply), true)
    expect(found).toBeGreaterThan(planted.facts.length / 2)
    expect(found).toBeLessThan(planted.facts.length)
  })
})

it('holds of a limit all that it will read, for as long as it reads', async () => {
  const held = async () => (await bench.app.db.selectFrom('usage_running').where('user_id', '=', ana.id).select('held').executeTakeFirstOrThrow()).held
  const { reply } = await begin()
  const { total } = progressOf(reply).at(-1)!
  expect(await held()).toBeGreaterThan(total * 1_000)
  expect(await held()).toBeGreaterThan(Math.min(bench.app.context.models.expect({ level: 1 }).contextTokens(), 32_000))
  await stop(reply)
  expect(await bench.app.db.selectFrom('usage_running').where('user_id', '=', ana.id).selectAll().execute()).toEqual([])
})

describe('never done twice', () => {
  it('goes on where it was stopped', async () => {
    const { reply, id } = await begin()
    await stop(reply)
    expect(reply.events.at(-1)).toMatchObject({ status: 'interrompue', finish_reason: 'stopped' })
    const before = calls()
    // The question decides the model's behaviour: answers to the same question must be set explicitly.
    const { total } = progressOf(reply).at(-1)!
    bench.model.next(...Array<'faits'>(total - 4).fill('faits'))
    // The context window is learnt during the reading: the parts must not change with it.
    asking({ window: 9_000 })
    const rest = await goOn(id)
    expect(progressOf(rest)[0]).toMatchObject({ done: 4 })
    expect(partsSince(before).toSorted((a, b) => a - b)).toEqual(Array.from({ length: total - 4 }, (_, at) => at + 5))
    expect(foundFacts(planted, rest.text(), sourcesOf(rest), true)).toBe(planted.facts.length)
  })

  it('uses its notes again for the same request of the same conversation, and for no other', async () => {
    const { id } = await ask('Relève tous les faits mode:faits')
    const before = calls()
    const { reply } = await ask('Relève tous les faits mode:faits', {}, id)
    expect(calls()).toBe(before)
    expect(foundFacts(planted, reply.text(), sourcesOf(reply), true)).toBe(planted.facts.length)
    await ask('Relève tous les faits et les dates mode:faits', {}, id)
    expect(calls()).toBeGreaterThan(before)
    const between = calls()
    await ask('Relève tous les faits mode:faits')
    expect(calls()).toBeGreaterThan(between)
  })
})
