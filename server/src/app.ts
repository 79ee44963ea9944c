import { importCorpusHandler } from './features/corpus/import-job.ts'
import type { FastifyInstance } from 'fastify'
import { changedBy, errorStatus, routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as waitFor } from 'node:timers/promises'
import { createTextExtractor, type TextExtractor } from '@parvis/document-reading'
import { createRequestLimiter } from './platform/http/rate-limit.ts'
import { addressKey } from './platform/address-key.ts'
import { createClamd } from './platform/antivirus/clamd.ts'
import { openBlobs } from './platform/blobs/open-blobs.ts'
import type { BlobStore } from './platform/blobs/port.ts'
import { createEmbeddings } from './platform/embeddings/index.ts'
import { createTranscription } from './platform/transcription/openai-transcription.ts'
import type { Models } from './platform/llm/models.ts'
import type { Mailer } from './platform/mail/port.ts'
import { handlers as allHandlers } from './app-handlers.ts'
import { mountOpenAiApi } from './app-openai-api.ts'
import { recordAuditEvent } from './audit/audited.ts'
import { createChanges } from './platform/changes.ts'
import type { Config } from './platform/config/config.ts'
import type { Context } from './context.ts'
import type { Database } from './platform/db/types.ts'
import { createFairQueue } from './platform/db/fair-queue.ts'
import { unverifiedUserId } from './features/auth/sessions/access-token.ts'
import { authenticateCaller } from './features/auth/authenticate-caller.ts'
import { mailsSettled } from './features/auth/concurrency-limits.ts'
import { createMessageIndex } from './features/conversations/messages/message-index.ts'
import { embedPassagesHandler } from './features/documents/reading/embed-passages.ts'
import { prepareSearchHandler } from './features/documents/reading/prepare-search.ts'
import { testAssistantHandler } from './features/assistant-tests/runs/run-job.ts'
import { conversationGround } from './features/library/conversation-ground.ts'
import { countFormerRepliesHandler } from './features/quotas/former-replies.ts'
import { indexDocumentHandler } from './features/documents/reading/index-document.ts'
import { createErrorJournal } from './features/recent-errors/journal.ts'
import type { RouteHandler } from './platform/http/handler.ts'
import { mount, type RouteServices } from './platform/http/mount.ts'
import { sendReply } from './platform/http/reply-stream.ts'
import { serveSecurityTxt } from './platform/http/serve-web.ts'
import { createHttpServer, endBody } from './platform/http/server.ts'
import type { RecordFailure } from './platform/http/error-handler.ts'
import { createWorker, type JobWorker, type JobWorkerDeps } from './platform/jobs/worker.ts'
import { countJobs } from './platform/jobs/queue.ts'
import { createMasking } from './masking/masking.ts'
import { createMetrics } from './platform/metrics.ts'
import { createReplyRuns } from './replies/runs.ts'
import { indexImage } from './retrieval/index-image.ts'
import { createRetrieval } from './retrieval/retrieval.ts'
import { dateDocumentsHandler, seedDocumentsHandler } from './setup/seed-documents.ts'

type AppParts = {
  config: Config
  database: Database
  models: Models
  mailer: Mailer
  secret: Uint8Array
  now?: () => Date
  wait?: (ms: number) => Promise<void>
  /** Default: those of the settings. */
  blobs?: BlobStore
  /** Default: a child process. */
  extractor?: TextExtractor
  handlers?: RouteHandler[]
  /** Destination of log lines. Default: standard output. */
  logStream?: { write(line: string): void }
}

export type App = { http: FastifyInstance; context: Context; close(): Promise<void> }

/** Maximum wait of a chunk of a large response for its turn, in milliseconds; those of other people take a few each. */
const chunkTurnTimeoutMs = 60_000
// Time given to mails being sent when the process stops.
const mailsGraceMs = 3_000

function recordInJournal(journal: ReturnType<typeof createErrorJournal>, ...[request, code]: Parameters<RecordFailure>): void {
  const { url } = request.routeOptions
  if (url !== undefined) journal.note({ code, status: errorStatus(code), method: request.method, route: url, request_id: request.id })
}

/** Builds the application. It serves the API of the contract; `main` adds the pages. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, models, mailer, secret } = parts
  const recordFailure: RecordFailure = (request, code) => recordInJournal(journal, request, code)
  const http = await createHttpServer(config, parts.logStream, recordFailure)
  const now = parts.now ?? (() => new Date())
  const journal = createErrorJournal({ db: database.db, log: http.log, now })
  const instanceId = randomUUID()
  const metrics = createMetrics()
  const masking = createMasking({ db: database.db, log: http.log, secret, settings: config.masking })
  const embeddings = createEmbeddings(config.embeddings, masking.maskForVectors)
  const changes = createChanges(database.channel?.())
  const replies = createReplyRuns({
    db: database.db,
    log: http.log,
    writer_id: instanceId,
    exclusive: database.engine === 'embedded',
    levels: models,
    inBackgroundFor: database.inBackgroundFor,
    metrics: { ended: metrics.replyEnded, firstToken: metrics.firstToken, tokens: metrics.tokensUsed },
    onEnded: (owner_id) => changes.notify(owner_id, changedBy(routes.chat.stream)),
  })
  const context: Context = {
    config,
    db: database.db,
    log: http.log,
    now,
    delay: parts.wait ?? ((ms) => waitFor(ms)),
    models,
    masking,
    mailer,
    replies,
    secret,
    instanceId,
    messageIndex: createMessageIndex({ db: database.db, log: http.log, inBackgroundFor: database.inBackgroundFor }),
    changes,
    metrics,
    publicUrl: () => config.publicUrl ?? listeningUrl(http, config),
    blobs: parts.blobs ?? (await openBlobs(config, database.db, http.log)),
    antivirus: config.antivirus.kind === 'clamd' ? createClamd(config.antivirus.address, config.antivirus.whenDown) : null,
    extractor: parts.extractor ?? createTextExtractor(),
    transcription: config.transcription === null ? null : createTranscription(config.transcription),
    retrieval: createSearch(parts, { embeddings, metrics, log: http.log }),
    worker: { start: (exclusive) => worker.start(exclusive), wake: () => worker.wake(), drain: () => worker.drain(), stop: () => worker.stop() },
  }
  const worker: JobWorker = createWorker({
    db: database.db,
    log: http.log,
    worker_id: instanceId,
    inBackgroundFor: database.inBackgroundFor,
    onAttemptEnd: metrics.jobEnded,
    isFull: () => database.isFull?.() ?? false,
    handlers: jobHandlers(context),
  })
  watchGauges(metrics, context)
  http.addHook('onResponse', async (request, reply) => {
    metrics.request(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
  })
  const gates = createGates(context, database, recordFailure)
  if (config.securityContact !== null) serveSecurityTxt(http, config.securityContact, config.publicUrl, now)
  for (const handler of parts.handlers ?? allHandlers) mount(http, context, handler, gates)
  mountOpenAiApi(http, context, { ...gates, endBody: (request, reply) => endBody(request, reply, config) })
  return {
    http,
    context,
    async close() {
      await replies.drain(0)
      changes.close()
      await worker.stop()
      await context.messageIndex.stop()
      await http.close()
      await journal.settle()
      await context.extractor.close()
      await context.retrieval.close()
      await Promise.all([embeddings?.close(), context.transcription?.close()])
      await Promise.race([mailsSettled(context), new Promise((resolve) => setTimeout(resolve, mailsGraceMs).unref())])
      await mailer.close()
      await models.close()
    },
  }
}

type SearchParts = { embeddings: ReturnType<typeof createEmbeddings>; metrics: ReturnType<typeof createMetrics>; log: FastifyInstance['log'] }

const createSearch = ({ config, database }: AppParts, { embeddings, metrics, log }: SearchParts): Context['retrieval'] =>
  createRetrieval({
    engine: config.searchEngine,
    patiently: database.patiently,
    embeddings,
    image: indexImage(config.dataDir),
    log,
    onFailure: metrics.embeddingsFailed,
  })

const watchGauges = (metrics: ReturnType<typeof createMetrics>, { db, replies, retrieval, blobs }: Context): void =>
  metrics.watch({
    replies,
    vectors: () => retrieval.vectorState(db),
    searchEngine: () => retrieval.engineState(db),
    queue: () => countJobs(db),
    areFilesUp: () => blobs.isUp(),
  })

const jobHandlers = (context: Context): JobWorkerDeps['handlers'] => ({
  index_document: indexDocumentHandler(context),
  seed_documents: seedDocumentsHandler(context),
  date_demo_documents: dateDocumentsHandler(context),
  embed_passages: embedPassagesHandler(context),
  prepare_search: prepareSearchHandler(context),
  count_former: countFormerRepliesHandler(context),
  test_assistant: testAssistantHandler(context, conversationGround),
  import_corpus: importCorpusHandler(context),
})

/** Checks and limits that every route passes through. */
function createGates(context: Context, database: Database, noteFailure: RecordFailure): RouteServices & { onBehalfOf<T>(person: string, work: () => T): T } {
  const chunkTurns = createFairQueue(1, chunkTurnTimeoutMs)
  const onBehalfOf = <T>(person: string, work: () => T): T => database.onBehalfOf(person, () => chunkTurns.onBehalfOf(person, work))
  return {
    onBehalfOf,
    runInQueue: (token, ip, work) => onBehalfOf((token && unverifiedUserId(token)) ?? `ip:${addressKey(ip)}`, work),
    authenticate: (token) => authenticateCaller(context, token),
    recordRefusal: (caller, { ip, id, log }, { method, path }) =>
      recordAuditEvent({ context, caller, ip, request_id: id, log }, { act: 'access.refused', outcome: 'auth.forbidden', target: `${method} ${path}` }),
    limit: createRequestLimiter(),
    isFull: () => database.isFull?.() ?? false,
    streamQueue: chunkTurns,
    sendReply,
    recordFailure: noteFailure,
  }
}

/** Returns the URL to type in a browser. The server must be listening. */
export function listeningUrl(http: FastifyInstance, config: Config): string {
  const address = http.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.listen.port
  const { host } = config.listen
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
