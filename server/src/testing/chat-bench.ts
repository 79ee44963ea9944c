import { routes, type Message } from '@parvis/contract'
import { afterAll, beforeAll } from 'vitest'
import { createModels } from '../platform/llm/index.ts'
import { startFaultModelServer, type FaultModelServer } from './fakes/fault-model-server.ts'
import { openReply, type OpenReply } from './reply-client.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import type { TestUser } from './test-users.ts'

type SendMessage = (user: TestUser, conversation_id: string, content: string, more?: object) => Promise<OpenReply>

export type ChatBench = {
  app: TestApp
  model: FaultModelServer
  url: string
  newConversation(user: TestUser, request?: object): Promise<string>
  /** Sends a message over a real socket and reads the events of the reply. */
  send: SendMessage
  /** Like `send`, then waits for the end of the reply. */
  ask: SendMessage
  /** Queries the documents over a real socket and waits for the end of the reply. */
  askLibrary(user: TestUser, question: object): Promise<OpenReply>
  resume(user: TestUser, stream_id: string, lastEventId?: number): Promise<OpenReply>
  messages(user: TestUser, conversation_id: string): Promise<Message[]>
  /** Waits until the last message of the conversation satisfies `which`. */
  settled(user: TestUser, conversation_id: string, which?: (last: Message) => boolean): Promise<Message>
  close(): Promise<void>
}

const timeouts = { connectMs: 1_000, firstTokenMs: 2_500, idleMs: 700, totalMs: 20_000 }

/**
 * Starts the application on a listening socket, with a fault model server that plays the `mode:…` of the last message.
 * @param modelTimeouts timeouts of the model, in milliseconds
 */
export async function createChatBench(options: TestAppOptions = {}, modelTimeouts: Partial<typeof timeouts> = {}): Promise<ChatBench> {
  const model = await startFaultModelServer()
  const models = createModels({
    kind: 'openai',
    servers: [{ base_url: model.baseUrl, api_key: 'cle-de-test', model: 'essai' }],
    timeouts: { ...timeouts, ...modelTimeouts },
  })
  // The tests of a file send more messages as one person than the rate limit allows.
  const config = { chat: { maxRunning: 2, maxPerMinute: 10_000 }, ...options.config }
  const app = await createTestApp({ models, ...options, config })
  const url = await app.listen()
  const messages = async (user: TestUser, id: string) => (await app.call(routes.conversations.get, { params: { id }, token: user.token })).body.messages
  const send: SendMessage = (user, conversation_id, content, more = {}) =>
    openReply(`${url}/api/chat/mistral/stream`, user.token, {
      body: { conversation_id, messageHistory: content === '' ? [] : [{ role: 'user', content }], ...more },
    })
  return {
    app,
    model,
    url,
    send,
    messages,
    async newConversation(user, request = {}) {
      return (await app.call(routes.conversations.findOrCreate, { body: request, token: user.token })).body.id
    },
    async ask(...question) {
      const reply = await send(...question)
      await reply.ended
      return reply
    },
    async askLibrary(user, question) {
      const reply = await openReply(`${url}/api/rag/query/stream`, user.token, { body: question })
      await reply.ended
      return reply
    },
    resume: (user, stream_id, lastEventId) => openReply(`${url}/api/streams/${stream_id}`, user.token, lastEventId === undefined ? {} : { lastEventId }),
    async settled(user, id, which = (last) => last.status !== 'en_cours') {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const last = (await messages(user, id)).at(-1)
        if (last !== undefined && which(last)) return last
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('the conversation did not settle')
    },
    async close() {
      await app.close()
      await model.close()
    },
  }
}

/** Builds alternating messages, the user's first. @param contentOf text of each message, by index */
export const turnsOf = (length: number, contentOf: (at: number) => string) =>
  Array.from({ length }, (_, at) => ({ role: at % 2 === 0 ? ('user' as const) : ('assistant' as const), content: contentOf(at) }))

/** Creates a bench for the tests of a file, ready from the first hook on. `bench.app` is an object at once, for `people`. */
export function openBench<B extends ChatBench>(create: () => Promise<B>): B {
  const app = {} as TestApp
  const bench = { app } as B
  beforeAll(async () => {
    const made = await create()
    Object.assign(bench, made, { app: Object.assign(app, made.app) })
  })
  afterAll(() => ('close' in bench ? bench.close() : undefined))
  return bench
}

export const openChatBench = (options?: TestAppOptions): ChatBench => openBench(() => createChatBench(options))
