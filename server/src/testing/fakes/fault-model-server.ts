import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { answerTokens } from './fault-model-answers.ts'
import { stepsOf, type FaultMode, type Step } from './fault-model-modes.ts'

type ChatBody = { model?: string; messages?: { role: string; content: string }[]; stream?: boolean; stream_options?: unknown; max_tokens?: number }

/** What the server saw of one request. */
type RecordedRequest = {
  path: string
  /** The client's port: equal for two requests on one connection. */
  port: number
  headers: IncomingHttpHeaders
  body: ChatBody
  mode: string
  /** Tokens written so far; it stops growing once the client is gone. */
  tokens: number
  /** Resolves when the exchange ends: true when the client left before the end of the answer. */
  closed: Promise<{ byClient: boolean }>
}

/** What the server says of its models: an answer, or nothing at all. */
type ModelsAnswer = { status?: number; type?: string; body: string } | 'never'

export type FaultModelServer = {
  /** `http://127.0.0.1:port/v1`, what LLM_BASE_URL takes. */
  baseUrl: string
  /** Every completion asked for, oldest first. */
  requests: RecordedRequest[]
  /** Every other question, oldest first: those about models. */
  asked: { path: string; authorization: string | undefined }[]
  /** Says something else of its models from now on. */
  tell(answer: ModelsAnswer): void
  /** Modes of the coming requests, in order; then the default, or the message's own `mode:…`. */
  next(...modes: FaultMode[]): void
  /** Resolves with the request of that index (0 is the first), as soon as it has arrived. */
  request(index: number): Promise<RecordedRequest>
  close(): Promise<void>
}

type Options = {
  port?: number
  /** Length of the normal answer, in tokens; the plain French text by default. */
  tokens?: number
  /** Tokens a second; as fast as the socket takes them by default. */
  rate?: number
  /** Mode when neither the queue nor the message says one. */
  mode?: FaultMode
  /** Tokens that the only model is said to read; nothing is said by default. */
  contextTokens?: number
  /** Without it every request is remembered: for benches, false. */
  record?: boolean
}

const readBody = async (request: IncomingMessage): Promise<ChatBody> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as ChatBody
  } catch {
    return {}
  }
}

/** The mode of the last question: a question whose reply failed is sent again with the next one, as one turn, and its mode stands first. */
const modeInMessage = (body: ChatBody): string | undefined => {
  const last = body.messages?.findLast((message) => message.role === 'user')
  return [...String(last?.content ?? '').matchAll(/(?<!\S)mode:([a-z0-9-]+(?::\d+)?)/g)].at(-1)?.[1]
}

/** The list of a server with one model, `card` beside its name. */
export const modelList = (card: object): string => JSON.stringify({ object: 'list', data: [{ id: 'faux', object: 'model', ...card }] })

const play = async (steps: Iterable<Step>, response: ServerResponse, record: RecordedRequest) => {
  for (const step of steps) {
    if (response.destroyed) return
    if (step.kind === 'head') {
      response.writeHead(step.status, step.headers).flushHeaders()
    } else if (step.kind === 'wait') {
      await sleep(step.ms)
    } else if (step.kind === 'bytes') {
      if (step.token) record.tokens++
      if (!response.write(step.bytes)) await Promise.race([once(response, 'drain'), record.closed])
      // One write per turn of the loop, so that a token is a packet and a departure is noticed.
      else await nextTick()
    } else if (step.how === 'clean') {
      response.end()
    } else if (step.how === 'reset') {
      response.socket?.resetAndDestroy()
    }
  }
}

/**
 * A real HTTP server that speaks the OpenAI chat-completions stream, well or badly: each request
 * plays the mode queued with `next`, or the one named by its last user message (`mode:lent`).
 */
export const startFaultModelServer = async (options: Options = {}): Promise<FaultModelServer> => {
  const requests: RecordedRequest[] = []
  const queue: FaultMode[] = []
  const asked: FaultModelServer['asked'] = []
  const waiting = new Map<number, (record: RecordedRequest) => void>()
  const tokens = answerTokens(options.tokens)
  let models: ModelsAnswer = { body: modelList(options.contextTokens === undefined ? {} : { max_model_len: options.contextTokens }) }
  const gapMs = options.rate === undefined ? 0 : 1000 / options.rate

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    const mode = queue.shift() ?? modeInMessage(body) ?? options.mode ?? 'normal'
    const closed = once(response, 'close').then(() => ({ byClient: !response.writableFinished }))
    const { url: path = '', headers } = request
    const record: RecordedRequest = { path, port: request.socket.remotePort ?? 0, headers, body, mode, tokens: 0, closed }
    if (options.record !== false) {
      requests.push(record)
      waiting.get(requests.length - 1)?.(record)
      waiting.delete(requests.length - 1)
    }
    response.on('error', () => {})
    await play(stepsOf(mode, { tokens, gapMs, model: body.model ?? 'faux', body }), response, record)
  }

  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      answer(request, response).catch((error: unknown) => response.destroy(error as Error))
    } else {
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
      if (models !== 'never')
        response.writeHead(models.status ?? 200, { 'content-type': models.type ?? 'application/json', location: '/v1/piege' }).end(models.body)
    }
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    asked,
    tell: (answer) => void (models = answer),
    next: (...modes) => void queue.push(...modes),
    request: (index) => (requests[index] ? Promise.resolve(requests[index]) : new Promise((resolve) => waiting.set(index, resolve))),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, tokens: { type: 'string' }, rate: { type: 'string' }, mode: { type: 'string' }, context: { type: 'string' } },
  })
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value))
  const { baseUrl } = await startFaultModelServer({
    port: number(values.port),
    tokens: number(values.tokens),
    rate: number(values.rate),
    mode: values.mode as FaultMode | undefined,
    contextTokens: number(values.context),
    record: false,
  })
  console.log(baseUrl)
}
