import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { addressKey } from './platform/address-key.ts'
import { AppError } from './platform/errors/app-error.ts'
import { disconnectSignal, type RouteServices } from './platform/http/mount.ts'
import { recordError } from './platform/http/error-handler.ts'
import { authenticateKey, recordKeyUse, type KeyCaller } from './features/api-keys/authenticate-key.ts'
import { ApiError, presentApiError } from './features/openai-api/api-error.ts'
import { readCompletionRequest } from './features/openai-api/completion-request.ts'
import { startCompletion } from './features/openai-api/completions.ts'
import { listModels } from './features/openai-api/models.ts'
import { completionChunks, wholeCompletion } from './features/openai-api/present-completion.ts'

/** Maximum size of a request, in bytes: that of the chat. */
const bodyLimit = 8 * 1024 * 1024

type Services = Pick<RouteServices, 'limit' | 'isFull' | 'sendReply' | 'recordFailure'> & {
  /** Runs work in the fair queues, charged to a person or an address. */
  onBehalfOf<T>(person: string, work: () => T): T
  /** Ends the reading of a refused body, as for any other route. */
  endBody(request: FastifyRequest, reply: FastifyReply): void
}

/** Mounts `/v1`, the protocol of OpenAI for other software: the assistants of a key's owner are its models. Only personal API keys are accepted there. */
export function mountOpenAiApi(app: FastifyInstance, context: Context, services: Services): void {
  void app.register(
    async (scope) => {
      scope.setErrorHandler(async (error, request, reply) => sendError(error, request, reply, services))
      scope.setNotFoundHandler(async (request, reply) => sendError(new ApiError(404, unknownRoute), request, reply, services))
      scope.get('/models', (request, reply) => withKey(context, services, request, reply, (caller) => listModels(context, caller)))
      scope.post('/chat/completions', { bodyLimit }, (request, reply) =>
        withKey(context, services, request, reply, (caller) => complete(context, services, caller, request, reply)),
      )
    },
    { prefix: '/v1' },
  )
}

const unknownRoute = {
  message: 'Cette adresse n’existe pas\u00A0: GET /v1/models et POST /v1/chat/completions.',
  code: 'unknown_url',
}

/** Authenticates the key of a call, counts the call to its owner, and runs it. */
async function withKey(context: Context, services: Services, request: FastifyRequest, reply: FastifyReply, work: (caller: KeyCaller) => Promise<unknown>) {
  reply.header('Cache-Control', 'no-store')
  const countFor = services.limit(request.ip)
  const { use, ...caller } = await services.onBehalfOf(`ip:${addressKey(request.ip)}`, () => authenticateKey(context, keyOf(request)))
  countFor(caller.owner.id)
  return services.onBehalfOf(caller.owner.id, async () => {
    await recordKeyUse(context, caller.owner, use, request)
    return work(caller)
  })
}

/** Reads the key of the `Authorization` header; nothing is read from the address. @throws {AppError} `auth.missing`, `keys.invalid` */
function keyOf({ headers: { authorization } }: FastifyRequest): string {
  if (authorization === undefined || authorization === '') throw new AppError('auth.missing')
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (key === undefined) throw new AppError('keys.invalid')
  return key
}

async function complete(context: Context, { isFull, sendReply, recordFailure }: Services, caller: KeyCaller, request: FastifyRequest, reply: FastifyReply) {
  if (isFull()) throw new AppError('server.storage_full')
  const asked = readCompletionRequest(request.body)
  const { model, isStream, includeUsage, hasNotes } = asked
  const options = {
    model,
    created: Math.floor(context.now().getTime() / 1_000),
    includeUsage,
    hasNotes,
    hasExtracts: caller.key.scopes.includes('documents:read'),
  }
  const disconnected = disconnectSignal(reply)
  const reader = await startCompletion(context, caller, asked, disconnected)
  if (!isStream) return wholeCompletion(reader, disconnected, options)
  if (reply.raw.destroyed) return reply
  reply.hijack()
  // Fastify no longer writes this answer: copy the headers that it had set.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  sendReply(reply.raw, reader, completionChunks(reader.stream_id, options), (code) => recordFailure(request, code))
  return reply
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, { recordFailure, endBody }: Services): FastifyReply {
  const { status, body, headers } = presentApiError(error)
  if (!(error instanceof ApiError)) recordError(error, request, recordFailure)
  endBody(request, reply)
  return reply.code(status).headers(headers).header('Cache-Control', 'no-store').send(body)
}
