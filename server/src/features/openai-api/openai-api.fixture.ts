import { routes } from '@parvis/contract'
import OpenAI from 'openai'
import { beforeAll, expect } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import type { LlmRequest } from '../../platform/llm/port.ts'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestLlm } from '../../testing/test-llm.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'

/** What the model of these tests received: requests, and times of those that were aborted. */
type Calls = { received: LlmRequest[]; aborted: number[] }

/** A model that records what it receives. « sans fin » makes it wait until it is aborted; « une panne » and « puis tombe » make it fail, before or after its first words. */
const recordingLlm = ({ received, aborted }: Calls): TestLlm => ({
  builtIn: false,
  async complete(request) {
    received.push(request)
    const asked = request.messages.at(-1)!.content
    if (asked.includes('puis tombe')) request.onDelta('Début')
    if (asked.includes('une panne') || asked.includes('puis tombe')) throw new TypeError('the model failed')
    if (asked.includes('sans fin')) {
      request.onDelta('Un')
      await new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => (aborted.push(Date.now()), reject(new Error('aborted')))))
    }
    const isCut = asked.includes('limite')
    for (const part of (isCut ? 'Réponse coupée' : 'Bonjour à tous.').split(/(?<= )/)) request.onDelta(part)
    return { finish: isCut ? 'length' : 'stop', usage: { prompt_tokens: 12, completion_tokens: 5 }, model: 'demonstration' }
  },
})

/** Creates an application with two assistants, of levels 1 (`model`) and 3 (`secret`), and a key of `user` for all of them. */
export function openV1() {
  const calls: Calls = { received: [], aborted: [] }
  const app = openTestApp({ llm: recordingLlm(calls), config: { ...readConfig({ API_KEYS: 'tous' }), chat: { maxRunning: 2, maxPerMinute: 10_000 } } })
  const { user, admin } = people(app, { user: {}, admin: { is_admin: true } })
  const world = { model: '', secret: '', key: '', url: '' }
  beforeAll(async () => {
    world.url = await app.listen()
    const category_id = await newCategory(app.db)
    const make = async (name: string, prompt_content: string, min_level: 1 | 3 = 1) =>
      (await app.call(routes.assistants.create, { token: admin.token, body: { name, description: 'D', prompt_content, category_id, min_level } })).body.id
    world.model = await make('Courrier', 'Vous écrivez des courriers.')
    world.secret = await make('Personnel', 'Vous connaissez les dossiers.', 3)
    world.key = (await newKey(app, user)).value
  })
  return {
    app,
    user,
    admin,
    world,
    ...calls,
    clientOf: (apiKey: string) => new OpenAI({ apiKey, baseURL: `${world.url}/v1`, maxRetries: 0 }),
    ask: (body: object, value = world.key) => callV1(app, value, '/chat/completions', { model: world.model, messages: question('Bonjour'), ...body }),
  }
}

export const question = (content: string) => [{ role: 'user' as const, content }]

/** Returns the error that a call of the official client ends with. */
export async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(OpenAI.APIError)
  return error as InstanceType<typeof OpenAI.APIError>
}
