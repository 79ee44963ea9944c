import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { answerTokens } from './fault-model-answers.ts'
import { stepsOf, type FaultMode, type FaultStep } from './fault-model-modes.ts'

type ChatBody = { model?: string; messages?: { role: string; content: string }[]; stream?: boolean; stream_options?: unknown; max_tokens?: number }

/** Record of a request received by the server. */
type RecordedRequest = {
  path: string
  /** Port of the client: equal for two requests on one connection. */
  port: number
  headers: IncomingHttpHeaders
  body: ChatBody
  mode: string
  /** Tokens written so far; it stops growing once the client has disconnected. */
  tokens: number
  /** Resolves at the end of the exchange. `byClient`: the client disconnected before the end of the answer. */
  closed: Promise<{ byClient: boolean }>
}

/** Response to requests about models; `never`: none. */
type ModelsAnswer = { status?: number; type?: string; body: string } | 'never'

export type FaultModelServer = {
  /** Value of LLM_BASE_URL: `http://127.0.0.1:port/v1`. */
  baseUrl: string
  /** Completion requests, oldest first. */
  requests: RecordedRequest[]
  /** Other requests (about models), oldest first. */
  asked: { path: string; authorization: string | undefined }[]
  /** Changes the response to requests about models. */
  tell(answer: ModelsAnswer): void
  /** Queues the modes of the next requests. Once the queue is empty, the message's `mode:…` applies, then the default. */
  next(...modes: FaultMode[]): void
  /** Resolves with the request at this index (0: the first) as soon as it has arrived. */
  request(index: number): Promise<RecordedRequest>
  close(): Promise<void>
}

type Options = {
  port?: number
  /** Length of the normal answer in tokens; by default, that of the French text. */
  tokens?: number
  /** Tokens per second; by default, as fast as the socket accepts them. */
  rate?: number
  /** Mode used when neither the queue nor the message gives one. */
  mode?: FaultMode
  /** Context size announced for the model, in tokens; by default none. */
  contextTokens?: number
  /** Whether requests are recorded (default: true); benches set false. */
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

/** Returns the last mode in the last question. A question whose reply failed is sent again in one turn with the next question, and its mode comes first. */
const modeInMessage = (body: ChatBody): string | undefined => {
  const last = body.messages?.findLast((message) => message.role === 'user')
  const { content = '' } = last ?? {}
  // With images, the content is a list of parts.
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return [...text.matchAll(/(?<!\S)mode:([a-z0-9-]+(?::\d+)?)/g)].at(-1)?.[1]
}

/** Returns a list of one model. @param card fields in addition to its name */
export const modelList = (card: object): string => JSON.stringify({ object: 'list', data: [{ id: 'faux', object: 'model', ...card }] })

const play = async (steps: Iterable<FaultStep>, response: ServerResponse, record: RecordedRequest) => {
  for (const step of steps) {
    if (response.destroyed) return
    if (step.kind === 'head') {
      response.writeHead(step.status, step.headers).flushHeaders()
    } else if (step.kind === 'wait') {
      await sleep(step.ms)
    } else if (step.kind === 'bytes') {
      if (step.token) record.tokens++
      if (!response.write(step.bytes)) await Promise.race([once(response, 'drain'), record.closed])
      // One write per event-loop turn, so that each token is a packet and a disconnection is noticed.
      else await nextTick()
    } else if (step.how === 'clean') {
      response.end()
    } else if (step.how === 'reset') {
      response.socket?.resetAndDestroy()
    }
  }
}

/**
 * Starts an HTTP server that speaks the OpenAI chat-completions stream, correctly or with faults. Each request plays the mode queued with `next`, else the
 * one named in its last user message (`mode:lent`).
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
