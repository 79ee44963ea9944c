import { routes } from '@parvis/contract'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { DEFAULT_ANSWER } from '../../testing/fakes/fault-model-answers.ts'
import { people } from '../../testing/open-test-app.ts'

const bench = openChatBench()
const { ana } = people(bench.app, { ana: {} })

describe('REL-07 REL-08 REL-11 before the first word, a failure is an HTTP error and a kept failed reply', () => {
  it.each([
    ['401', 502, 'llm.refused'],
    ['html', 502, 'llm.bad_answer'],
    ['muet', 504, 'llm.first_token_timeout'],
    ['entetes-puis-muet', 504, 'llm.first_token_timeout'],
    ['vide', 502, 'llm.empty'],
    ['pense-tout-haut:0', 502, 'llm.empty'],
    ['redirection', 502, 'llm.bad_answer'],
  ])('%s → %i %s', async (mode, status, code) => {
    const id = await bench.newConversation(ana)
    const reply = await bench.app.call(routes.chat.stream, {
      token: ana.token,
      body: { conversation_id: id, messageHistory: [{ role: 'user', content: `mode:${mode}` }] },
    })
    expect(reply.status).toBe(status)
    expect(reply.error.code).toBe(code)
    expect(reply.text).not.toMatch(/cle-de-test|127\.0\.0\.1|at .*\.ts/)
    expect(await bench.settled(ana, id)).toMatchObject({ role: 'assistant', status: 'erreur', content: '', error: reply.error.error })
    const retried = await bench.send(ana, id, '', { action: 'regenerate' })
    expect([200, status]).toContain(retried.status)
  })

  it('retries at most twice, and only before the first word', async () => {
    const id = await bench.newConversation(ana)
    const before = bench.model.requests.length
    bench.model.next('503', '503', 'normal')
    const reply = await bench.send(ana, id, 'bonjour')
    expect(await reply.ended).toEqual({ cut: false })
    expect(bench.model.requests).toHaveLength(before + 3)
  })
})

describe('REL-09 REL-10 after the first word, a cut reply never looks complete', () => {
  it.each([
    ['coupure:5', 'llm.cut', 'cut'],
    ['fin-sans-done:5', 'llm.truncated', 'cut'],
    ['silence:5', 'llm.idle_timeout', 'cut'],
    ['erreur-dans-flux:5', 'llm.bad_answer', 'cut'],
    ['longueur', null, 'length'],
    ['filtre', 'llm.filtered', 'cut'],
    ['fin-en-erreur', 'llm.truncated', 'cut'],
  ])('%s', async (mode, code, finish_reason) => {
    const id = await bench.newConversation(ana)
    const reply = await bench.ask(ana, id, `mode:${mode}`)
    expect(reply.events.find((event) => event.type === 'error')?.code ?? null).toBe(code)
    expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason })
    const last = await bench.settled(ana, id)
    expect(last).toMatchObject({ status: 'interrompue', finish_reason, content: reply.text() })
    expect(last.content).not.toBe('')
    expect(await plainTextEnd(mode)).toBe('destroyed')
  })

  it('asked for whole, a reply that the model’s limit cut is an error, and no answer', async () => {
    const answer = await bench.app.call(routes.chat.simple, { token: ana.token, body: { message: 'mode:longueur' } })
    expect([answer.status, answer.error.code]).toEqual([502, 'llm.truncated'])
  })

  // No retry: by then, the first reply would have ended by its own limit.
  it('asked for whole, a reply ends with whoever waited for it', { retry: 0 }, async () => {
    const gone = new AbortController()
    const { method, path } = routes.chat.simple
    const headers = { Authorization: `Bearer ${ana.token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ message: 'mode:sans-fin:20' })
    const left = fetch(`${bench.url}/api${path}`, { method, headers, body, signal: gone.signal }).catch(() => 'left')
    const running = () => bench.app.context.replies.running()
    await expect.poll(running).toBe(1)
    gone.abort()
    expect(await left).toBe('left')
    await expect.poll(running, { timeout: 15_000 }).toBe(0)
  })

  it('a whole reply ends cleanly as plain text', async () => {
    expect(await plainTextEnd('normal')).toBe('ended')
  })

  it.each([['utf8'], ['crlf'], ['ordures'], ['evenements']])('REL-11 REL-12 INJ-06 %s: the text is exact and nothing but text passes', async (mode) => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, `mode:${mode}`)
    expect(await reply.ended).toEqual({ cut: false })
    expect(reply.events.filter(({ type }) => !['delta', 'usage', 'done'].includes(type))).toEqual([])
    expect(reply.text()).not.toContain('\uFFFD')
    expect((await bench.settled(ana, id)).content).toBe(reply.text())
  })

  it('what a model thinks aloud before its answer is neither read nor kept, here as by who goes on from a cut', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.ask(ana, id, 'mode:pense-tout-haut')
    expect(reply.text()).toBe(DEFAULT_ANSWER)
    expect((await bench.settled(ana, id)).content).toBe(DEFAULT_ANSWER)
    bench.model.next('coupure:6', 'pense-tout-haut')
    const cut = await bench.ask(ana, id, 'Rédigez une note')
    const rest = await bench.ask(ana, id, '', { action: 'continue' })
    expect(rest.text()).toBe(cut.text() + DEFAULT_ANSWER)
  })

  it('goes on from where it was cut, with the model told what it had said', async () => {
    const id = await bench.newConversation(ana)
    bench.model.next('coupure:6')
    const cut = await bench.ask(ana, id, 'Rédigez une note')
    const rest = await bench.ask(ana, id, '', { action: 'continue' })
    expect(rest.text().startsWith(cut.text())).toBe(true)
    const sent = bench.model.requests.at(-1)!.body.messages!
    expect(sent.at(-2)).toEqual({ role: 'assistant', content: cut.text() })
    const messages = await bench.messages(ana, id)
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({ status: 'complete', content: rest.text() })
  })
})

/** Returns how the connection of a plain-text reader ends. */
function plainTextEnd(mode: string): Promise<'ended' | 'destroyed'> {
  return new Promise((resolve, reject) => {
    void bench.newConversation(ana).then((conversation_id) => {
      const body = JSON.stringify({ conversation_id, messageHistory: [{ role: 'user', content: `mode:${mode}` }] })
      const call = request(
        `${bench.url}/api/chat/mistral/stream`,
        { method: 'POST', headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' } },
        (response) => {
          response.resume()
          response.on('end', () => resolve('ended'))
          response.on('error', () => resolve('destroyed'))
        },
      )
      call.on('error', reject)
      call.end(body)
    }, reject)
  })
}
