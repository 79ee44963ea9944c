import { routes, type ModelLevel } from '@parvis/contract'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { createModels, systemClock, type LlmServer } from '../platform/llm/index.ts'
import { createTranscription } from '../platform/transcription/openai-transcription.ts'
import { startFakeEmbeddingsServer, type FakeEmbeddingsServer } from './fakes/fake-embeddings-server.ts'
import type { FaultMode } from './fakes/fault-model-modes.ts'
import { startFakeTranscriptionServer, type FakeTranscriptionServer } from './fakes/fake-transcription-server.ts'
import { startFaultModelServer, type FaultModelServer } from './fakes/fault-model-server.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

type RecordedRequest = FaultModelServer['requests'][number]

/** Model server of one level, which can be stopped and started again on the same port. It answers the `FAIT-…` sentences of its system prompt. */
type LevelServer = {
  level: ModelLevel
  settings: LlmServer
  isUp: boolean
  /** Requests received, oldest first. */
  requests: RecordedRequest[]
  /** Queues the fault of its next request. */
  fail(mode: FaultMode): void
  stop(): Promise<void>
  start(): Promise<void>
}

async function openLevelServer(level: ModelLevel): Promise<LevelServer> {
  let running = await startFaultModelServer({ mode: 'faits' })
  const { baseUrl: base_url, requests } = running
  const server: LevelServer = {
    level,
    settings: { id: `modele-${level}`, label: `Modèle ${level}`, base_url, api_key: null, model: `faux-${level}`, level, context_tokens: 6_000 },
    isUp: true,
    requests,
    fail: (mode) => running.next(mode),
    async stop() {
      if (!server.isUp) return
      server.isUp = false
      await running.close()
    },
    async start() {
      if (server.isUp) return
      running = await startFaultModelServer({ mode: 'faits', port: Number(new URL(base_url).port) })
      // Recorded with the former requests.
      running.requests.push = (...received) => requests.push(...received)
      server.isUp = true
    },
  }
  return server
}

export type LevelsBench = {
  app: TestApp
  url: string
  servers: LevelServer[]
  serverOf(level: ModelLevel): LevelServer
  embeddings: FakeEmbeddingsServer
  transcription: FakeTranscriptionServer
  /** Advances the clock of the models, in milliseconds. */
  advance(ms: number): void
  close(): Promise<void>
}

/**
 * Starts the application with a recording model server for each level, in the given order of preference, and recording servers of embeddings and of
 * transcription, both of level `otherLevel`. Anybody may create keys.
 * @param config settings that replace those of the bench
 */
export async function createLevelsBench(
  levels: readonly ModelLevel[],
  otherLevel: ModelLevel = 1,
  config: TestAppOptions['config'] = {},
): Promise<LevelsBench> {
  const servers: LevelServer[] = []
  for (const level of levels) servers.push(await openLevelServer(level))
  const [embeddings, transcription] = await Promise.all([startFakeEmbeddingsServer(), startFakeTranscriptionServer()])
  const timeouts = { connectMs: 10_000, firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 }
  let ahead = 0
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    // The pauses between two attempts on a server, of 125 ms to 2 s, last a hundredth of their time: a stopped server costs a test nothing.
    after: (ms: number, run: () => void) => systemClock.after(ms > 100 && ms < 2_000 ? ms / 100 : ms, run),
  }
  const app = await createTestApp({
    models: createModels({ kind: 'openai', servers: servers.map(({ settings }) => settings), timeouts }, { clock }),
    config: {
      chat: { maxRunning: 50, maxPerMinute: 1_000_000 },
      embeddings: { kind: 'openai', base_url: embeddings.baseUrl, api_key: null, model: 'sens', level: otherLevel },
      apiKeys: 'tous',
      ...config,
    },
  })
  app.context.extractor = createInProcessExtractor()
  app.context.transcription = createTranscription({ base_url: transcription.baseUrl, api_key: null, model: 'dictee', level: otherLevel })
  return {
    app,
    url: await app.listen(),
    servers,
    serverOf: (level) => servers.find((server) => server.level === level)!,
    embeddings,
    transcription,
    advance: (ms) => void (ahead += ms),
    async close() {
      await app.close()
      for (const server of servers) await server.stop()
      await embeddings.close()
      await transcription.close()
    },
  }
}

/** Creates an assistant. @returns its id */
export async function newAssistant({ app }: LevelsBench, token: string, fields: object): Promise<string> {
  const { id: category_id } = await app.db
    .insertInto('assistant_category')
    .values({ name: `Actes ${crypto.randomUUID()}`, icon: 'FileText' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = {
    name: `Assistant ${crypto.randomUUID().slice(0, 8)}`,
    description: 'Essai',
    prompt_content: 'Vous aidez.',
    category_id,
    icon: 'FileText' as const,
    ...fields,
  }
  const answer = await app.call(routes.assistants.create, { token, body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}

/** Creates a document category of a level. @returns its id and its name */
export async function newDocumentCategory({ app }: LevelsBench, token: string, name: string, min_level: ModelLevel): Promise<{ id: string; name: string }> {
  const { status, body, text } = await app.call(routes.documentCategories.create, { token, body: { name, min_level } })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return { id: body.id, name }
}

/** Text of a request as it was sent, without the escapes of JSON. */
export const sentText = ({ body }: RecordedRequest): string => (body.messages ?? []).map(({ content }) => content).join('\n')
