import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeEmbeddingsServer, type FakeEmbeddingsServer } from '../../testing/fakes/fake-embeddings-server.ts'
import { createEmbeddings } from './index.ts'
import { endpointUrl } from '../endpoint-url.ts'
import { createOpenAiEmbeddings } from './openai-embeddings.ts'
import { maskedEmbeddings, type Embeddings, type MaskForVectors } from './port.ts'

const quick = { question: { totalMs: 150, retries: 1, backOffMs: 1 }, passage: { totalMs: 150, retries: 2, backOffMs: 1 } }
const unmasked: MaskForVectors = async (texts) => texts
let server: FakeEmbeddingsServer
let embeddings: Embeddings
beforeEach(async () => {
  server = await startFakeEmbeddingsServer()
  embeddings = maskedEmbeddings(createOpenAiEmbeddings({ base_url: server.baseUrl, api_key: 'clé', model: 'sens' }, quick), unmasked)
})
afterEach(async () => {
  await embeddings.close()
  await server.close()
})
const passages = (...texts: string[]) => embeddings.embed(texts, { purpose: 'passage' })

it.each([
  ['http://hote:8080', 'http://hote:8080/v1/embeddings'],
  ['https://hote/v1/', 'https://hote/v1/embeddings'],
  ['https://hote/api/v2', 'https://hote/api/v2/embeddings'],
  ['https://hote/v1/embeddings', 'https://hote/v1/embeddings'],
])('%s is asked at %s', (base, url) => expect(endpointUrl(base, '/embeddings').href).toBe(url))

it('without a setting there is no adapter, and nobody to call', () => expect(createEmbeddings({ kind: 'builtin' }, unmasked)).toBeNull())

describe('vectors', () => {
  it('come in the order of the texts, with the model and the key sent', async () => {
    const [dog, money] = await passages('Le chien', 'Les finances')
    expect([dog!.length, dog![0]! > 1, money![1]! > 1]).toEqual([8, true, true])
    const [{ path, model, input, headers }] = server.requests as [(typeof server.requests)[number]]
    expect({ path, model, input }).toEqual({ path: '/v1/embeddings', model: 'sens', input: ['Le chien', 'Les finances'] })
    expect(headers.authorization).toBe('Bearer clé')
    expect(await embeddings.embed([], { purpose: 'passage' })).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  it('of E5 models are asked with the words that they were trained with, those of another model without', async () => {
    await embeddings.embed(['chien'], { purpose: 'question', model: 'intfloat/multilingual-e5-large' })
    await embeddings.embed(['chien'], { purpose: 'passage', model: 'multilingual-e5-small' })
    await embeddings.embed(['chien'], { purpose: 'question', model: 'bge-m3' })
    expect(server.requests.map(({ model, input }) => [model, input[0]])).toEqual([
      ['intfloat/multilingual-e5-large', 'query: chien'],
      ['multilingual-e5-small', 'passage: chien'],
      ['bge-m3', 'chien'],
    ])
  })
})

describe('a failure', () => {
  it.each([
    [{ kind: 'status', status: 500 }, 'embeddings.unreachable', 3],
    [{ kind: 'status', status: 503, headers: { 'retry-after': '0' } }, 'embeddings.overloaded', 3],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, 'embeddings.overloaded', 1],
    [{ kind: 'status', status: 401 }, 'embeddings.refused', 1],
    [{ kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'embeddings.bad_answer', 1],
    [{ kind: 'reset' }, 'embeddings.unreachable', 3],
    [{ kind: 'slow', ms: 2_000 }, 'embeddings.timeout', 3],
    [{ kind: 'body', body: '<html>' }, 'embeddings.bad_answer', 1],
    [{ kind: 'body', body: '{"data":[]}' }, 'embeddings.bad_answer', 1],
    [{ kind: 'body', body: '{"data":[{"index":0,"embedding":[]}]}' }, 'embeddings.bad_answer', 1],
    [{ kind: 'body', body: '{"data":[{"index":0,"embedding":[0,0]}]}' }, 'embeddings.bad_answer', 1],
    [{ kind: 'body', body: '{"data":[{"index":0,"embedding":[1,"a"]}]}' }, 'embeddings.bad_answer', 1],
    [{ kind: 'body', body: '{"data":[{"index":4,"embedding":[1]}]}' }, 'embeddings.bad_answer', 1],
    [{ kind: 'body', body: 'null' }, 'embeddings.bad_answer', 1],
  ] as const)('%j is %s after %i calls, and says nothing of the texts or of the key', async (conduct, code, calls) => {
    server.conduct(conduct)
    const failure = await passages('un texte privé').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'EmbeddingsError', code })
    expect(String(failure)).toMatch(/serveur de vecteurs/)
    expect(String(failure)).not.toMatch(/privé|clé\b.*clé|secret/)
    expect(server.requests).toHaveLength(calls)
  })

  it('lengths that differ within an answer are refused', async () => {
    server.conduct({ kind: 'body', body: '{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}' })
    await expect(passages('a', 'b')).rejects.toMatchObject({ code: 'embeddings.bad_answer' })
  })

  it('a person who asks waits for one time limit only', async () => {
    server.conduct({ kind: 'slow', ms: 2_000 })
    await expect(embeddings.embed(['question'], { purpose: 'question' })).rejects.toMatchObject({ code: 'embeddings.timeout' })
    expect(server.requests).toHaveLength(1)
  })

  it('nobody listens: unreachable; the signal and the end of the process: aborted', async () => {
    const stop = new AbortController()
    server.conduct({ kind: 'slow', ms: 2_000 })
    const stopped = embeddings.embed(['a'], { purpose: 'passage', signal: stop.signal })
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'embeddings.aborted' })
    const closed = passages('a').catch((error: unknown) => error)
    await embeddings.close()
    expect(await closed).toMatchObject({ code: 'embeddings.aborted' })
    const nobody = maskedEmbeddings(createOpenAiEmbeddings({ base_url: 'http://127.0.0.1:9/v1', api_key: null, model: 'm' }, quick), unmasked)
    await expect(nobody.embed(['a'], { purpose: 'question' })).rejects.toMatchObject({ code: 'embeddings.unreachable' })
    await nobody.close()
  })
})
