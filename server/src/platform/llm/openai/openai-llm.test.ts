import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_ANSWER, XSS_ANSWER } from '../../../testing/fakes/fault-model-answers.ts'
import type { FaultMode } from '../../../testing/fakes/fault-model-modes.ts'
import type { ManualClock } from '../../../testing/manual-clock.ts'
import type { LlmRequest } from '../port.ts'
import { call, connectTo, failure, openModelServer, TEST_KEY, until } from '../llm-calls.fixture.ts'

const server = openModelServer()
let llm: ReturnType<typeof connectTo>['llm']
let clock: ManualClock
afterEach(() => llm.close())

/** Connects to the server, whose next answers play these modes. */
const connect = (...modes: FaultMode[]) => {
  server.requests.length = 0
  server.next(...modes)
  ;({ llm, clock } = connectTo(server.baseUrl))
  return llm
}
const ask = (mode: FaultMode) => call(connect(mode), 'Bonjour')

describe('what is sent', () => {
  test('model, messages, key, limit, and usage asked for', async () => {
    const { result } = call(connect(), 'Bonjour', { maxTokens: 12 })
    const { usage, model } = await result
    const [request] = server.requests
    expect(request!.path).toBe('/v1/chat/completions')
    expect(request!.headers.authorization).toBe(`Bearer ${TEST_KEY}`)
    expect(request!.body).toEqual({
      model: 'faux',
      messages: [
        { role: 'system', content: 'Vous êtes un assistant IA utile.' },
        { role: 'user', content: 'Bonjour' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 12,
    })
    expect(model).toBe('faux')
    expect(usage).toMatchObject({ prompt_tokens: 42 })
  })

  test('images as parts of their message, the others as texts', async () => {
    connect()
    const messages: LlmRequest['messages'] = [
      { role: 'system', content: 'Vous aidez.' },
      { role: 'user', content: 'Que montre ce plan ?', images: [{ media_type: 'image/jpeg', data: '/9j/' }] },
    ]
    await llm.complete({ messages, purpose: 'chat', signal: new AbortController().signal, onDelta: () => {} })
    const parts = [
      { type: 'text', text: 'Que montre ce plan ?' },
      { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/' } },
    ]
    expect(server.requests[0]!.body.messages).toEqual([messages[0], { role: 'user', content: parts }])
  })

  test('a server that refuses stream_options is asked again without, and remembered', async () => {
    connect('sans-options', 'sans-options', 'sans-options')
    expect((await call(llm, 'Un').result).usage).toBeNull()
    await call(llm, 'Deux').result
    expect(server.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false])
  })

  test('a request refused for another reason is refused, options or not', async () => {
    connect('400', '400')
    expect(await failure(call(llm, 'Un').result)).toMatchObject({ code: 'llm.refused' })
    expect(server.requests).toHaveLength(2)
    await call(llm, 'Deux').result
    expect(server.requests[2]!.body.stream_options).toBeDefined()
  })

  test('several calls share one connection', async () => {
    connect()
    await call(llm, 'Un').result
    await until(() => clock.pending().length === 0)
    await call(llm, 'Deux').result
    expect(server.requests[0]!.port).toBe(server.requests[1]!.port)
  })
})

describe('answers that are read exactly', () => {
  test.each(['normal', 'utf8', 'crlf', 'ordures', 'pense-tout-haut'] as const)('%s', async (mode) => {
    const { result, deltas } = ask(mode)
    expect((await result).finish).toBe('stop')
    expect(deltas.join('')).toBe(DEFAULT_ANSWER)
  })

  test('64 kB at a time, cut anywhere', async () => {
    const { result, deltas } = ask('blocs')
    expect((await result).finish).toBe('stop')
    const text = deltas.join('')
    expect(text.length).toBeGreaterThan(10 * DEFAULT_ANSWER.length)
    expect(text.replaceAll(DEFAULT_ANSWER, '')).toBe('')
  })

  test('hostile text stays text', async () => {
    const { result, deltas } = ask('xss')
    await result
    expect(deltas.join('')).toBe(XSS_ANSWER)
  })

  test('unknown events and fields of a hostile server are ignored (CVE-2025-64496)', async () => {
    const { result, deltas } = ask('evenements')
    await result
    expect(deltas).toEqual(['sain'])
  })

  test.each([
    ['longueur', 'length'],
    ['filtre', 'filtered'],
  ] as const)('%s', async (mode, finish) => {
    expect((await ask(mode).result).finish).toBe(finish)
  })

  test('a server that never closes after its finish reason does not hold the answer', async () => {
    const { result, deltas } = ask('fin-muette')
    await until(() => deltas.join('') === DEFAULT_ANSWER && clock.pending().includes(2_000))
    clock.advance(2_000)
    expect((await result).finish).toBe('stop')
    expect(await server.requests[0]!.closed).toEqual({ byClient: true })
  })
})
