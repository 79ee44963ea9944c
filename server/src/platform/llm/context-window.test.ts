import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modelList, type FaultModelServer } from '../../testing/fakes/fault-model-server.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { createLlm } from '../../testing/test-llm.ts'
import { DEFAULT_TIMEOUTS } from './index.ts'
import { call, failure, openModelServer, TEST_KEY, until } from './llm-calls.fixture.ts'
import type { LlmServer } from './servers.ts'

// What a server tells of its model, on a real socket.

const server = openModelServer()
let clock: ManualClock
let llm: ReturnType<typeof createLlm>
beforeEach(() => {
  server.asked.length = 0
  server.tell({ body: modelList({}) })
})
afterEach(() => llm.close())

const connect = (more: Partial<LlmServer> = {}) => {
  clock = createManualClock()
  llm = createLlm({ kind: 'openai', servers: [{ base_url: server.baseUrl, api_key: TEST_KEY, model: 'faux', ...more }], timeouts: DEFAULT_TIMEOUTS }, { clock })
}
/** The first need, then the answer and its time-out gone: what is known after it. */
const known = async (questions = 1) => {
  llm.contextTokens()
  await until(() => server.asked.length >= questions && clock.pending().length === 0)
  await new Promise((resolve) => setImmediate(resolve))
  return llm.contextTokens()
}

describe('what the server tells', () => {
  test.each<[name: string, card: object, tokens: number]>([
    ['vLLM', { max_model_len: 16_384 }, 16_384],
    ['Mistral, Albert', { max_context_length: 131_072, capabilities: { completion_chat: true } }, 131_072],
    ['OpenRouter', { context_length: 65_536 }, 65_536],
    ['others', { context_window: 8_192 }, 8_192],
    ['llama.cpp', { meta: { n_ctx: 12_288, n_ctx_train: 262_144 } }, 12_288],
    ['LM Studio, loaded', { max_context_length: 131_072, loaded_context_length: 4_096 }, 4_096],
    ['more than any model reads', { max_model_len: 10_000_000 }, 2_000_000],
  ])('%s', async (_name, card, tokens) => {
    server.tell({ body: modelList(card) })
    connect()
    expect(llm.contextTokens()).toBe(32_000)
    expect(await known()).toBe(tokens)
    expect(server.asked).toEqual([{ path: '/v1/models', authorization: `Bearer ${TEST_KEY}` }])
  })

  test.each<[name: string, card: object]>([
    ['nothing', {}],
    ['what the model was trained for alone', { meta: { n_ctx_train: 262_144 } }],
    ['zero', { max_model_len: 0 }],
    ['a negative number', { max_model_len: -8_192 }],
    ['a text', { max_model_len: '8192' }],
    ['a fraction', { max_model_len: 8_192.5 }],
    ['no number of this world', { max_model_len: 1e300 }],
    ['less than a question', { max_model_len: 1 }],
    ['a list', { max_model_len: [8_192], meta: [1] }],
  ])('%s leaves the default', async (_name, card) => {
    server.tell({ body: modelList(card) })
    connect()
    expect(await known()).toBe(32_000)
  })

  test('a model trained for less than the default lowers it', async () => {
    server.tell({ body: modelList({ meta: { n_ctx_train: 4_096 } }) })
    connect()
    expect(await known()).toBe(4_096)
  })

  test('the right one of several models, by its name or another of its names', async () => {
    const data = [
      { id: 'autre', max_model_len: 3_000 },
      { id: 'petit-2506', aliases: ['petit-latest'], max_model_len: 5_000 },
      { id: 'org/grand', max_model_len: 7_000 },
    ]
    server.tell({ body: JSON.stringify({ data }) })
    connect({ model: 'org/grand' })
    expect(await known()).toBe(7_000)
    await llm.close()
    connect({ model: 'petit-latest' })
    expect(await known()).toBe(5_000)
  })

  test('a model that the list leaves out is asked for by its name, on the same server', async () => {
    server.tell({ body: JSON.stringify({ data: [{ id: 'un' }, { id: 'deux' }], id: 'org/grand modèle', max_model_len: 9_000 }) })
    connect({ model: 'org/grand modèle' })
    expect(await known(2)).toBe(9_000)
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/models', '/v1/models/org/grand%20mod%C3%A8le'])
  })

  test('a setting asks nobody', async () => {
    server.tell({ body: modelList({ max_model_len: 16_384 }) })
    connect({ context_tokens: 5_000 })
    expect(llm.contextTokens()).toBe(5_000)
    expect(await call(llm, 'Bonjour').result).toBeTruthy()
    expect(llm.contextTokens()).toBe(5_000)
    expect(server.asked).toEqual([])
  })

  test('a setting is too high for a server that then refuses and says what it reads', async () => {
    connect({ context_tokens: 50_000 })
    server.next('trop-long-llama:24000')
    await failure(call(llm, 'x'.repeat(50_000)).result)
    expect(llm.contextTokens()).toBe(6_000)
    expect(server.asked).toEqual([])
  })
})

describe('a server that does not tell', () => {
  test.each<[name: string, answer: Parameters<FaultModelServer['tell']>[0]]>([
    ['an error', { status: 404, body: '{"error":"SECRET-DU-SERVEUR"}' }],
    ['a page', { type: 'text/html', body: '<html>portail captif</html>' }],
    ['a redirection', { status: 302, body: modelList({ max_model_len: 9_000 }) }],
    ['more than a megabyte', { body: modelList({ max_model_len: 9_000, x: 'x'.repeat(1_100_000) }) }],
    ['no JSON', { body: '{"data":[' }],
  ])('%s: the default, and not asked again before five minutes', async (_name, answer) => {
    server.tell(answer)
    connect()
    expect(await known()).toBe(32_000)
    const questions = server.asked.length
    expect(server.asked.map(({ path }) => path)).not.toContain('/v1/piege')
    clock.advance(299_999)
    llm.contextTokens()
    server.tell({ body: modelList({ max_model_len: 9_000 }) })
    clock.advance(1)
    expect(await known(questions + 1)).toBe(9_000)
    expect(server.asked).toHaveLength(questions + 1)
  })

  test('in time delays no answer, and is given up after three seconds', async () => {
    server.tell('never')
    connect()
    expect(llm.contextTokens()).toBe(32_000)
    expect(llm.contextTokens()).toBe(32_000)
    expect((await call(llm, 'Bonjour').result).finish).toBe('stop')
    await until(() => server.asked.length === 1)
    expect(clock.pending()).toContain(3_000)
    server.tell({ status: 404, body: '' })
    clock.advance(3_000)
    await until(() => server.asked.length === 2 && clock.pending().length === 0)
    expect(llm.contextTokens()).toBe(32_000)
  })

  test('closing while it is asked ends the question', async () => {
    server.tell('never')
    connect()
    llm.contextTokens()
    await until(() => server.asked.length === 1)
    await llm.close()
    await until(() => clock.pending().length === 0)
    expect(llm.contextTokens()).toBe(32_000)
  })
})

test('what was told is asked again after an hour, and another number forgets what was refused before', async () => {
  server.tell({ body: modelList({ max_model_len: 16_384 }) })
  connect()
  expect(await known()).toBe(16_384)
  server.next('trop-long:40000')
  await failure(call(llm, 'x'.repeat(50_000)).result)
  expect(llm.contextTokens()).toBe(10_000)
  clock.advance(3_600_000)
  expect(await known(2)).toBe(10_000)
  server.tell({ body: modelList({ max_model_len: 65_536 }) })
  clock.advance(3_600_000)
  expect(await known(3)).toBe(65_536)
})
