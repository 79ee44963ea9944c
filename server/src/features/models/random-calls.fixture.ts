import { routes, type Message } from '@parvis/contract'
import { expect } from 'vitest'
import { makeWav } from '../../testing/fakes/fake-transcription-server.ts'
import type { LevelsBench } from '../../testing/levels-bench.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'
import {
  emptyConversation,
  levelOf,
  max,
  reach,
  topics,
  type Category,
  type createDice,
  type createLeakDetector,
  type TestAssistant,
  type TestConversation,
} from './random-levels.fixture.ts'

/** Sends a recording for a conversation. @param text written in the sound @returns the status */
async function sendSound({ app }: LevelsBench, { id, user }: TestConversation, text: string): Promise<number> {
  // A person may send twenty at once.
  await app.db.deleteFrom('throttle').where('key', 'like', 'transcription:%').execute()
  const form = new FormData()
  form.set('conversation_id', id)
  form.set('file', new Blob([new Uint8Array(makeWav(0)), text]), 'dictee.wav')
  return (await app.call(routes.transcriptions.create, { token: user.token, form })).status
}

/** API key. `ceiling`: highest level of its requests. */
type TestKey = { user: TestUser; value: string; ceiling: number }

/** Creates a key for each ceiling. */
export async function createKeys({ app }: LevelsBench, user: TestUser): Promise<TestKey[]> {
  const keys: TestKey[] = []
  for (const level_max of [null, 1, 2] as const) {
    const { value } = await newKey(app, user, { scopes: ['chat', 'library'], level_max })
    keys.push({ user, value, ceiling: level_max ?? 3 })
  }
  return keys
}

type Completion = { error?: { code?: string; level?: number }; choices: { message: { content: string } }[] }

/** Asks for a whole completion on `/v1`. */
async function complete({ app }: LevelsBench, key: string, request: object): Promise<{ status: number; body: Completion }> {
  return callV1(app, key, '/chat/completions', request)
}

type World = {
  bench: LevelsBench
  dice: ReturnType<typeof createDice>
  detector: ReturnType<typeof createLeakDetector>
  keys: readonly TestKey[]
  assistants: readonly TestAssistant[]
  categories: readonly Category[]
  /** Checks the outcome of a request, and what the servers received. */
  judge(conversation: TestConversation, what: string, status: number, error: { code?: string; level?: number }): void
  question(conversation: TestConversation): string
  messagesOf(conversation: TestConversation): Promise<Message[]>
}

/** Creates the calls that do not come from the chat: recordings, and completions with a key. */
export function createOtherCalls({ bench, dice, detector, keys, assistants, categories, judge, question, messagesOf }: World) {
  const { newCanary, levelOfCanary, check, found } = detector
  /** Sends a recording whose canary has the level that the conversation needs for certain. */
  const dictate = async (conversation: TestConversation) => {
    reach(conversation)
    const { assistant, project, files, isConfidential, quoted } = conversation
    const replies = (await messagesOf(conversation)).filter(({ role }) => role === 'assistant')
    const inReplies = replies.flatMap(({ content }) => [...content.matchAll(/FAIT-\d+/g)].map(([canary]) => quoted.get(canary) ?? 1))
    const level = max(assistant?.level ?? 1, project?.level ?? 1, isConfidential ? 3 : 1, ...files.map(levelOf), ...inReplies)
    const status = await sendSound(
      bench,
      conversation,
      newCanary(() => level),
    )
    found.sounds += 1
    check('sound', quoted)
    const serverLevel = bench.app.context.transcription!.level
    if (level > serverLevel) expect(status, 'sound').toBe(409)
    if (conversation.ceiling <= serverLevel) expect(status, 'sound').toBe(200)
  }

  /** Asks a question, then a second one with the answer to the first, with a key. */
  const askByKey = async () => {
    const { user, value, ceiling } = dice.one(keys)
    const assistant = dice.chance(0.7) ? dice.one(assistants) : null
    const library = assistant === null && dice.chance(0.7) ? dice.one(categories) : null
    const searched = assistant === null && library === null ? categories : []
    const asked: TestConversation = { ...emptyConversation, id: '', quoted: new Map(), user, assistant, library }
    const messages = [{ role: 'user', content: question(asked) }]
    for (const what of ['key', 'key, history']) {
      asked.ceiling = max(asked.ceiling, ...searched.map(({ level }) => level))
      reach(asked)
      const { status, body } = await complete(bench, value, { model: assistant?.id ?? 'bibliotheque', messages, metadata: { category: library?.name } })
      found.completions += 1
      if (status === 403) expect([body.error, asked.ceiling > ceiling], what).toMatchObject([{ code: 'keys.level' }, true])
      else judge(asked, what, status, body.error ?? {})
      check(what, asked.quoted)
      if (status !== 200) return
      const { content } = body.choices[0]!.message
      for (const [canary] of content.matchAll(/FAIT-\d+/g)) {
        expect(levelOfCanary(canary), what).toBeLessThanOrEqual(ceiling)
        asked.quoted.set(canary, levelOfCanary(canary))
      }
      messages.push({ role: 'assistant', content: content || '…' }, { role: 'user', content: dice.one(['Merci !', `Et pour ${dice.one(topics)} ?`]) })
    }
  }

  return { dictate, askByKey }
}
