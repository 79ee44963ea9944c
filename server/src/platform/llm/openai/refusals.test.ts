import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { listenLocally } from '../../../testing/listen-locally.ts'
import { call, connectTo, failure, until } from '../llm-calls.fixture.ts'

// How each server refuses a long prompt, as it was seen to, on a real socket.

let server: Server
let llm: ReturnType<typeof connectTo>['llm']
afterEach(async () => {
  await llm.close()
  server.closeAllConnections()
  server.close()
})

const secret = 'SECRET-DU-SERVEUR'
type Answer = { status: number; body: unknown; type?: string; endless?: boolean }

/** The adapter in front of a server that gives these answers in turn, the last one again and again. */
const before = async (...answers: Answer[]) => {
  let asked = 0
  server = createServer((request, response) => {
    request.resume()
    const { status, body, type = 'application/json', endless } = answers[Math.min(asked, answers.length - 1)]!
    if (request.method === 'POST') asked += 1
    response.writeHead(status, { 'content-type': type })
    if (endless) response.write(String(body))
    else response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const connected = connectTo(`http://127.0.0.1:${await listenLocally(server)}/v1`)
  llm = connected.llm
  return { ...connected, asked: () => asked }
}

const stream = (value: object) => `data: ${JSON.stringify(value)}\n\n`

const wordings: [server: string, status: number, body: unknown, limit: number | null, type?: string][] = [
  [
    'OpenAI',
    400,
    {
      error: {
        message: `This model's maximum context length is 8192 tokens. However, your messages resulted in 20123 tokens. ${secret}`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
    8_192,
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 16384 tokens. However, you requested 19591 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
    16_384,
  ],
  ['vLLM, its engine', 500, { detail: 'The decoder prompt (length 17772) is longer than the maximum model length of 16384.' }, 16_384],
  ['vLLM, newer', 400, { error: { message: 'The engine prompt length 132724 exceeds the max_model_len 82000. Please reduce prompt.' } }, 82_000],
  ['SGLang', 400, { object: 'error', message: "The input (12000 tokens) is longer than the model's context length (8192 tokens)." }, 8_192],
  [
    'llama.cpp',
    400,
    {
      error: { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error', n_prompt_tokens: 14_429, n_ctx: 8_192 },
    },
    8_192,
  ],
  ['llama.cpp, older', 500, { error: { code: 500, message: 'the request exceeds the available context size. try increasing the context size' } }, null],
  ['llama.cpp, as 200', 200, { error: { code: 400, message: 'request (14429 tokens) exceeds the available context size (8192 tokens)' } }, 8_192],
  ['Mistral', 400, { object: 'error', message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length', code: '3051' }, 32_768],
  [
    'Mistral, nested',
    422,
    { object: 'error', message: { detail: [{ msg: 'Prompt contains 40,000 tokens, too large for model with 32,768 maximum context length' }] } },
    32_768,
  ],
  ['Ollama', 400, { error: { message: 'prompt too long; exceeded max context length by 4096 tokens', type: 'api_error' } }, null],
  ['Ollama, newer', 400, { error: { message: 'Prompt has 300,000 tokens, but the configured context size is 131,072 tokens' } }, 131_072],
  [
    'LM Studio',
    400,
    { error: 'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096).' },
    4_096,
  ],
  [
    'LM Studio, older',
    400,
    { error: 'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens.' },
    7_866,
  ],
  ['TGI', 422, { error: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 18072', error_type: 'validation' }, 4_096],
  ['a proxy', 413, '<html><body><h1>413 Request Entity Too Large</h1></body></html>', null, 'text/html'],
  ['plain text', 400, 'prompt is too long: 215000 tokens > 200000 maximum', 200_000, 'text/plain'],
  [
    'LM Studio, in the stream',
    200,
    `event: error\n${stream({ error: { message: 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)' } })}`,
    7_424,
    'text/event-stream',
  ],
  ['a limit that no model has', 400, { error: { code: 'context_length_exceeded', message: 'maximum context length is 7 tokens' } }, null],
]

describe('a prompt that is too long', () => {
  test.each(wordings)('as %s says it: the code, the limit remembered, and no word of the server', async (_name, status, body, limit, type) => {
    const { asked } = await before({ status, body, ...(type && { type }) })
    const { result, deltas } = call(llm, 'Une longue conversation')
    expect(await failure(result)).toMatchObject({ code: 'llm.too_long', afterFirstDelta: false })
    expect(deltas).toEqual([])
    expect(asked()).toBe(1)
    expect(llm.contextTokens()).toBe(Math.min(limit ?? Infinity, 32_000))
  })

  test.each<[string, number, unknown, code: string]>([
    ['a key', 400, { error: { message: 'Invalid API key', code: 'invalid_api_key' } }, 'llm.refused'],
    ['a model', 400, { error: { message: 'model not found, context length unknown', code: 'model_not_found' } }, 'llm.refused'],
    [
      'what it repeats of the question',
      422,
      { detail: [{ msg: 'Field required', input: { content: 'maximum context length is 9000 tokens' } }] },
      'llm.refused',
    ],
    ['a failure of its own', 500, { error: { message: 'CUDA out of memory' } }, 'llm.unreachable'],
    ['another JSON', 200, { choices: [] }, 'llm.bad_answer'],
    ['a body nested without end', 400, `${'{"error":'.repeat(1_500)}1${'}'.repeat(1_500)}`, 'llm.refused'],
    ['the rate, with the words of length', 429, { error: { message: 'maximum context length per minute' } }, 'llm.overloaded'],
  ])('is not what a refusal of %s says', async (_name, status, body, code) => {
    const { clock } = await before({ status, body })
    const { result } = call(llm, 'Bonjour')
    const timer = setInterval(() => clock.advance(1_000), 5)
    expect(await failure(result)).toMatchObject({ code })
    clearInterval(timer)
    expect(llm.contextTokens()).toBe(32_000)
  })

  test('a refusal whose body never ends is waited for two seconds, one without end read up to 16 kB', async () => {
    const { clock, asked } = await before({ status: 500, body: '{"error":"', endless: true }, { status: 500, body: ' '.repeat(20_000), endless: true })
    const first = call(llm, 'Un')
    await until(() => asked() === 1 && clock.pending().includes(2_000))
    clock.advance(2_000)
    expect(await failure(first.result)).toMatchObject({ code: 'llm.unreachable' })
    expect(await failure(call(llm, 'Deux').result)).toMatchObject({ code: 'llm.unreachable' })
    expect(clock.pending()).toEqual([])
  })

  test('is not what an answer that runs out of room says: it was cut', async () => {
    const text = stream({ choices: [{ index: 0, delta: { content: 'Un début' } }] })
    const error = stream({ error: { message: 'context size (8192 tokens) has been exceeded', code: 500 } })
    await before({ status: 200, type: 'text/event-stream', body: text + error })
    expect(await failure(call(llm, 'Bonjour').result)).toMatchObject({ code: 'llm.truncated', afterFirstDelta: true })
    expect(llm.contextTokens()).toBe(8_192)
  })

  test('stopping while a refusal is read leaves nothing behind', async () => {
    const { clock } = await before({ status: 400, body: '{"error":"', endless: true })
    const { result, abort } = call(llm, 'Un')
    await until(() => clock.pending().includes(2_000))
    abort()
    expect(await failure(result)).toMatchObject({ code: 'llm.aborted' })
    expect(clock.pending()).toEqual([])
  })
})
