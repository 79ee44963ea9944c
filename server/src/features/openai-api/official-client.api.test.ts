import { routes } from '@parvis/contract'
import OpenAI from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import { anotherApp } from '../../testing/open-test-app.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'
import { errorOf, openV1, question } from './openai-api.fixture.ts'

const { app, user, world, received, aborted, clientOf } = openV1()
let client: OpenAI
let [model, secret, key] = ['', '', '']
beforeAll(() => {
  ;({ model, secret, key } = world)
  client = clientOf(key)
})

/** Reads a stream to its end. */
async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of stream);
}

describe('the official client works unchanged', () => {
  test('lists the assistants of the key’s owner', async () => {
    const { data } = await client.models.list()
    expect(data).toMatchObject([
      { id: model, object: 'model', owned_by: 'parvis', name: 'Courrier', level: 1, created: expect.any(Number) },
      { id: secret, name: 'Personnel', level: 3 },
    ])
  })

  test('gives a whole answer, with its usage and the model that wrote it', async () => {
    const answer = await client.chat.completions.create({ model, messages: question('Bonjour'), temperature: 0.2, user: 'inconnu' })
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Bonjour à tous.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
      sources: [],
      answered_by: { model: 'demonstration' },
    })
  })

  test('streams an answer; the usage comes last, where it is asked for', async () => {
    const chunks = []
    for await (const chunk of await client.chat.completions.create({
      model,
      messages: question('Bonjour'),
      stream: true,
      stream_options: { include_usage: true },
    }))
      chunks.push(chunk)
    expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk', model, choices: [{ delta: { role: 'assistant' }, finish_reason: null }], usage: null })
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Bonjour à tous.')
    expect(chunks.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'stop' }] })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 } })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    const plain = []
    for await (const chunk of await client.chat.completions.create({ model, messages: question('Bonjour'), stream: true })) plain.push(chunk)
    expect(plain.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
    expect(plain.every((chunk) => !('usage' in chunk))).toBe(true)
    const final = await client.chat.completions.stream({ model, messages: question('limite') }).finalChatCompletion()
    expect(final.choices[0]).toMatchObject({ message: { content: 'Réponse coupée' }, finish_reason: 'length' })
  })

  test('the caller who leaves stops the model within a second, streamed or whole', async () => {
    for (const stream of [true, false]) {
      const before = [received.length, aborted.length] as const
      const leaving = new AbortController()
      const call = client.chat.completions.create({ model, messages: question('sans fin'), stream }, { signal: leaving.signal })
      if (stream) await call
      else void call.catch(() => {})
      await expect.poll(() => received.length, { timeout: 5_000 }).toBe(before[0] + 1)
      const left = Date.now()
      leaving.abort()
      await expect.poll(() => aborted.length, { timeout: 3_000 }).toBe(before[1] + 1)
      expect(aborted.at(-1)! - left).toBeLessThan(1_000)
    }
  })

  test('a revoked key stops its replies, at once here and within seconds on another instance; what was written does not look complete', async () => {
    const second = await anotherApp({ config: app.context.config, database: app.database })
    for (const revokedOn of [app, second])
      for (const stream of [true, false]) {
        const { value, id } = await newKey(app, user)
        const before = [received.length, aborted.length] as const
        const ending = errorOf(
          (async () => {
            const answer = await clientOf(value).chat.completions.create({ model, messages: question('sans fin'), stream })
            if (Symbol.asyncIterator in answer) await readAll(answer)
          })(),
        )
        await expect.poll(() => received.length, { timeout: 5_000 }).toBe(before[0] + 1)
        const revokedAt = Date.now()
        expect((await revokedOn.call(routes.apiKeys.revoke, { token: user.token, params: { id } })).status).toBe(200)
        expect(await ending).toMatchObject({ code: 'invalid_api_key' })
        expect(aborted).toHaveLength(before[1] + 1)
        expect(aborted.at(-1)! - revokedAt).toBeLessThan(revokedOn === app ? 1_000 : 5_000)
      }
  })

  test('errors are those that it knows, in French', async () => {
    const create = (fields: object, value = key) => errorOf(clientOf(value).chat.completions.create({ model, messages: question('Bonjour'), ...fields }))
    expect(await create({}, 'sk-ailleurs')).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
      type: 'authentication_error',
      message: expect.stringContaining('clé'),
    })
    expect(await create({}, user.token)).toBeInstanceOf(OpenAI.AuthenticationError)
    expect(await create({ model: 'gpt-4o' })).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    expect(await create({ tools: [{ type: 'function', function: { name: 'f' } }] })).toMatchObject({ status: 400, param: 'tools' })
    const { value } = await newKey(app, user, { scopes: ['documents:read'] })
    expect(await create({}, value)).toBeInstanceOf(OpenAI.PermissionDeniedError)
    expect(await errorOf(clientOf(value).models.list())).toMatchObject({ status: 403, code: 'insufficient_permissions' })
    expect(await create({ messages: question('une panne') })).toMatchObject({ status: 500, type: 'server_error' })
    const begun = await client.chat.completions.create({ model, messages: question('puis tombe'), stream: true })
    expect(await errorOf(readAll(begun))).toMatchObject({ type: 'server_error' })
    const missing = await callV1(app, null, '/models')
    expect([missing.status, missing.body.error]).toMatchObject([401, { code: 'invalid_api_key', param: null }])
  })

  test('too many at once: 429, with the time to wait', async () => {
    const busy = await app.createUser()
    const { value } = await newKey(app, busy)
    const leaving = new AbortController()
    for (let running = 0; running < 2; running += 1)
      await clientOf(value).chat.completions.create({ model, messages: question('sans fin'), stream: true }, { signal: leaving.signal })
    const refused = await errorOf(clientOf(value).chat.completions.create({ model, messages: question('Bonjour') }))
    expect(refused).toBeInstanceOf(OpenAI.RateLimitError)
    expect(Number(refused.headers?.get('retry-after'))).toBeGreaterThan(0)
    leaving.abort()
  })
})
