import { errorSentence, routes } from '@parvis/contract'
import { afterEach, describe, expect, it } from 'vitest'
import type { LlmMessage } from '../../platform/llm/index.ts'
import { createChatBench, openChatBench, turnsOf, type ChatBench } from '../../testing/chat-bench.ts'
import { people } from '../../testing/open-test-app.ts'
import { modelList } from '../../testing/fakes/fault-model-server.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { sourcesOf } from '../../testing/reply-client.ts'
import { addToLibrary } from '../documents/documents.fixture.ts'
import { fixedNotices } from './notices.ts'
import { countTokens, promptTokensOf } from './share-context.ts'

// Prompts longer than the model's window: notices sent beforehand, and prompts that the model rejects.

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { ana } = people(bench.app, { ana: {} })

const asked = (from = 0) => bench.model.requests.slice(from).map(({ body }) => body.messages as LlmMessage[])
const lengthOf = (messages: readonly LlmMessage[]) => messages.reduce((sum, { content }) => sum + content.length, 0)

const numbered = (at: number) => `tour ${at} ${'mot '.repeat(998)}`

/** Returns a conversation of forty turns of 4,000 characters. */
async function longConversation(): Promise<string> {
  const id = await bench.newConversation(ana)
  for (const turn of turnsOf(40, numbered)) {
    const message = { conversation_id: id, ...turn }
    await bench.app.db.insertInto('message').values(message).execute()
  }
  return id
}

describe('a refused length, before the first word', () => {
  it('halves the prompt once; the reply begins with a sentence that says so, kept with it and never told to the model', async () => {
    const id = await longConversation()
    const from = bench.model.requests.length
    const reply = await bench.send(ana, id, 'Et alors ? mode:trop-long-sans-limite:60000')
    expect(await reply.ended).toEqual({ cut: false })
    const [first, second, ...more] = asked(from)
    expect(more).toEqual([])
    expect(lengthOf(first!)).toBeGreaterThan(100_000)
    expect(countTokens(second!)).toBeLessThanOrEqual(countTokens(first!) / 2)
    expect(second!.at(-1)).toEqual(first!.at(-1))
    expect(second!.at(-2)).toEqual(first!.at(-2))
    expect(second![0]!.content).toContain('ne sont pas repris ici')
    expect(reply.text().startsWith(fixedNotices.refused.text)).toBe(true)
    expect(reply.text().length).toBeGreaterThan(fixedNotices.refused.text.length)
    expect(await bench.settled(ana, id)).toMatchObject({ status: 'complete', content: reply.text() })

    await bench.ask(ana, id, 'Et ensuite ?')
    const told = asked().at(-1)!
    expect(JSON.stringify(told)).not.toContain(fixedNotices.refused.text.slice(1, 40))
    expect(told.at(-2)).toEqual({ role: 'assistant', content: reply.text().slice(fixedNotices.refused.text.length) })
  })

  it('twice is an error that says what is kept and what to do, and the model is asked no third time', async () => {
    const id = await longConversation()
    const from = bench.model.requests.length
    const reply = await bench.app.call(routes.chat.stream, {
      token: ana.token,
      body: { conversation_id: id, messageHistory: [{ role: 'user', content: 'Et alors ? mode:trop-long-sans-limite:10' }] },
    })
    expect([reply.status, reply.error.code, reply.error.error]).toEqual([502, 'llm.too_long', errorSentence('llm.too_long')])
    expect(reply.text).not.toMatch(/SECRET-DU-SERVEUR|127\.0\.0\.1/)
    expect(asked(from)).toHaveLength(2)
    expect(await bench.settled(ana, id)).toMatchObject({ status: 'erreur', content: '', error: errorSentence('llm.too_long') })
    const again = await bench.send(ana, id, '', { action: 'regenerate' })
    expect(again.status).toBe(502)
  })

  it('of a reply that is taken up keeps what it had said, then says so', async () => {
    const id = await longConversation()
    bench.model.next('coupure:6')
    const cut = await bench.ask(ana, id, 'Rédigez une note')
    bench.model.next('trop-long-sans-limite:60000', 'trop-long-sans-limite:60000')
    const rest = await bench.ask(ana, id, '', { action: 'continue' })
    expect(rest.text().startsWith(`${cut.text()}\n\n${fixedNotices.refused.text}`)).toBe(true)
    expect(asked().at(-1)!.at(-2)).toEqual({ role: 'assistant', content: cut.text() })
    expect((await bench.settled(ana, id)).content).toBe(rest.text())
  })

  it('of an answer from documents looks for less of them, and shows what the second prompt rests on', async () => {
    for (let at = 0; at < 6; at += 1) {
      const text = `La piscine municipale ouvre ses portes à ${at + 7} heures du matin. `.repeat(60)
      await addToLibrary(bench.app, ana, `piscine ${at}.md`, text, { category: 'Sport' })
    }
    const from = bench.model.requests.length
    bench.model.next('trop-long-sans-limite:100', 'normal')
    const reply = await bench.askLibrary(ana, { message: 'Quand ouvre la piscine municipale ?', category: 'Sport' })
    const [first, second] = asked(from)
    expect(countTokens(second!)).toBeLessThanOrEqual(countTokens(first!) / 2)
    const sources = sourcesOf(reply)
    expect(reply.events.filter(({ type }) => type === 'sources')).toHaveLength(1)
    expect(sources.length).toBeGreaterThan(0)
    for (const { number } of sources) expect(second![0]!.content).toMatch(new RegExp(`\\n\\[${number}\\]\\n\`{3,}\\npiscine`))
    expect(second![0]!.content).not.toContain(`\n[${sources.length + 1}] piscine`)
    expect(reply.text().startsWith(fixedNotices.refused.text)).toBe(true)
  })

  it('of a history that the client keeps is said in the plain text too', async () => {
    const messageHistory = turnsOf(41, numbered)
    bench.model.next('trop-long-sans-limite:60000', 'trop-long-sans-limite:60000')
    const answer = await bench.app.call(routes.chat.stream, { token: ana.token, body: { messageHistory } })
    expect(answer.status).toBe(200)
    expect(answer.text.startsWith(fixedNotices.refused.text)).toBe(true)
  })
})

describe('what the server tells of its model', () => {
  let told: ChatBench | undefined
  afterEach(() => told?.close())
  const turns = turnsOf(40, () => 'mot '.repeat(998))
  const ask = async ({ app, model }: ChatBench, user: TestUser) => {
    const answer = await app.call(routes.chat.stream, { token: user.token, body: { messageHistory: [...turns, { role: 'user', content: 'Et alors ?' }] } })
    return { answer, messages: model.requests.at(-1)!.body.messages as LlmMessage[] }
  }

  it('once it refused, is what the next prompts fit in', async () => {
    told = await createChatBench()
    const user = await told.app.createUser()
    told.model.next('trop-long-llama:32000', 'trop-long-llama:32000')
    const first = await ask(told, user)
    expect(first.answer.text.startsWith(fixedNotices.refused.text)).toBe(true)
    expect(countTokens(first.messages)).toBeLessThanOrEqual(promptTokensOf(8_000))
    told.model.next('trop-long-llama:32000')
    const next = await ask(told, user)
    expect([next.answer.status, next.answer.text.includes('refusé')]).toEqual([200, false])
    expect(countTokens(next.messages)).toBeLessThanOrEqual(promptTokensOf(8_000))
    expect(told.model.requests).toHaveLength(3)
  })

  it.each([
    ['is what prompts fit in, once it is known', { body: modelList({ max_model_len: 6_000 }) }, 6_000],
    ['is a page: the default', { type: 'text/html', body: '<html>' }, 32_000],
    ['is absurd: the default', { body: modelList({ max_model_len: -1 }) }, 32_000],
    ['is nothing: the default', { status: 404, body: '' }, 32_000],
    ['never comes: the default, and no reply waits for it', 'never' as const, 32_000],
  ])('%s', async (_name, answer, window) => {
    told = await createChatBench()
    told.model.tell(answer)
    const user = await told.app.createUser()
    expect((await ask(told, user)).answer.status).toBe(200)
    expect(told.model.asked.length).toBeGreaterThan(0)
    for (let at = 0; at < 100 && told.app.context.models.expect({ level: 1 }).contextTokens() !== window; at += 1)
      await new Promise((resolve) => setTimeout(resolve, 10))
    const { answer: second, messages } = await ask(told, user)
    expect(second.status).toBe(200)
    expect(countTokens(messages)).toBeLessThanOrEqual(promptTokensOf(window))
    expect(countTokens(messages)).toBeGreaterThan(promptTokensOf(window) * 0.7)
  })
})
