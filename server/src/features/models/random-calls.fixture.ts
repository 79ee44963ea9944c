import { routes } from '@parvis/contract'
import { makeWav } from '../../testing/fakes/fake-transcription-server.ts'
import type { LevelsBench } from '../../testing/levels-bench.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'
import type { TestConversation } from './random-levels.fixture.ts'

/** Sends a recording for a conversation. @param text written in the sound @returns the status */
export async function sendSound({ app }: LevelsBench, { id, user }: TestConversation, text: string): Promise<number> {
  // A person may send twenty at once.
  await app.db.deleteFrom('throttle').where('key', 'like', 'transcription:%').execute()
  const form = new FormData()
  form.set('conversation_id', id)
  form.set('file', new Blob([new Uint8Array(makeWav(0)), text]), 'dictee.wav')
  return (await app.call(routes.transcriptions.create, { token: user.token, form })).status
}

/** Creates a key for each ceiling. */
export async function createKeys({ app }: LevelsBench, user: TestUser): Promise<{ value: string; ceiling: number }[]> {
  const keys: { value: string; ceiling: number }[] = []
  for (const level_max of [null, 1, 2] as const) {
    const { value } = await newKey(app, user, { scopes: ['chat', 'library'], level_max })
    keys.push({ value, ceiling: level_max ?? 3 })
  }
  return keys
}

type Completion = { error?: { code?: string; level?: number }; choices: { message: { content: string } }[] }

/** Asks for a whole completion on `/v1`. */
export async function complete({ app }: LevelsBench, key: string, request: object): Promise<{ status: number; body: Completion }> {
  return callV1(app, key, '/chat/completions', request)
}
