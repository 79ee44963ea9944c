import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Llm } from './adapters/llm/port.ts'
import type { Mailer } from './adapters/mail/port.ts'
import { handlers as allHandlers } from './app-handlers.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import type { Database } from './db/database.ts'
import { authenticateCaller } from './features/auth/authenticate-caller.ts'
import { passwordResetsSettled } from './features/auth/forgot-password.ts'
import type { Handler } from './http/handler.ts'
import { mount } from './http/mount.ts'
import { createRequestLimiter } from './http/rate-limit.ts'
import { createReplySender } from './http/reply-stream.ts'
import { createHttpServer } from './http/server.ts'
import { createMetrics } from './metrics.ts'
import { createReplyRuns } from './replies/reply-runs.ts'

export type AppParts = {
  config: Config
  database: Database
  llm: Llm
  mailer: Mailer
  secret: Uint8Array
  now?: () => Date
  handlers?: Handler[]
  /** Where log lines go; standard output without it. */
  logStream?: { write(line: string): void }
}

export type App = { http: FastifyInstance; context: Context; close(): Promise<void> }

// Mails being sent when the process stops have this long to leave.
const mailsMs = 3_000

/** Composes the application out of its parts. It serves the calls of the contract; pages are added by `main`. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, llm, mailer, secret } = parts
  const http = await createHttpServer(config, parts.logStream)
  const instanceId = randomUUID()
  const metrics = createMetrics()
  const replies = createReplyRuns({
    db: database.db, log: http.log, llm, writer_id: instanceId, exclusive: database.engine === 'embedded', metrics: { ended: metrics.replyEnded },
  })
  const context: Context = {
    config, db: database.db, log: http.log, now: parts.now ?? (() => new Date()), llm, mailer, replies, secret, instanceId, metrics,
    publicUrl: () => config.publicUrl ?? listeningUrl(http, config),
  }
  metrics.watch(replies)
  http.addHook('onResponse', async (request, reply) => {
    metrics.request(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
  })
  const gates = { authenticate: (token: string) => authenticateCaller(context, token), limit: createRequestLimiter(), sendReply: createReplySender() }
  for (const handler of parts.handlers ?? allHandlers) mount(http, context, handler, gates)
  return {
    http,
    context,
    async close() {
      await replies.drain(0)
      await http.close()
      await Promise.race([passwordResetsSettled(context), new Promise((resolve) => setTimeout(resolve, mailsMs).unref())])
      await mailer.close()
      await llm.close()
    },
  }
}

/** The address a person can type, once the server listens. */
export function listeningUrl(http: FastifyInstance, config: Config): string {
  const address = http.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.listen.port
  const { host } = config.listen
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
