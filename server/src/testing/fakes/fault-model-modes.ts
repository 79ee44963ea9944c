import { tokensOf, echoOf, XSS_ANSWER, factsIn, partIn, transformedIn } from './fault-model-answers.ts'

/** A step that the fault model server plays. */
export type FaultStep =
  | { kind: 'head'; status: number; headers: Record<string, string> }
  /** `token`: counts as a token of the answer. */
  | { kind: 'bytes'; bytes: string | Buffer; token?: true }
  | { kind: 'wait'; ms: number }
  /** `clean` ends the response, `reset` destroys the socket, `never` leaves it open and mute. */
  | { kind: 'end'; how: 'clean' | 'reset' | 'never' }

type ModeContext = {
  /** Number after `:` in the mode, such as 200 in `lent:200`. */
  argument: number | undefined
  tokens: readonly string[]
  /** Milliseconds between two tokens; 0: as fast as the socket accepts them. */
  gapMs: number
  model: string
  body: { stream_options?: unknown; messages?: readonly { content: string }[] | undefined }
}

type Mode = (context: ModeContext) => Generator<FaultStep>

const head = (status: number, headers: Record<string, string>): FaultStep => ({ kind: 'head', status, headers })
const STREAM = head(200, { 'content-type': 'text/event-stream; charset=utf-8' })
const end = (how: 'clean' | 'reset' | 'never'): FaultStep => ({ kind: 'end', how })
const bytes = (value: string | Buffer): FaultStep => ({ kind: 'bytes', bytes: value })
const wait = (ms: number): FaultStep => ({ kind: 'wait', ms })

const chunkJson = (context: ModeContext, choice: object | null, rest: object = {}) =>
  JSON.stringify({
    id: 'chatcmpl-faux',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: context.model,
    choices: choice === null ? [] : [{ index: 0, ...choice }],
    ...rest,
  })
const event = (json: string) => `data: ${json}\n\n`
const delta = (context: ModeContext, content: string) => chunkJson(context, { delta: { content }, finish_reason: null })
const finish = (context: ModeContext, reason: string) => event(chunkJson(context, { delta: {}, finish_reason: reason }))
const DONE = event('[DONE]')

function* tokenSteps(context: ModeContext, tokens = context.tokens, gapMs = context.gapMs): Generator<FaultStep> {
  for (const token of tokens) {
    if (gapMs > 0) yield wait(gapMs)
    yield { kind: 'bytes', bytes: event(delta(context, token)), token: true }
  }
}

function* endSteps(context: ModeContext, reason = 'stop', sent = context.tokens.length): Generator<FaultStep> {
  yield bytes(finish(context, reason))
  if (context.body.stream_options) {
    const usage = { prompt_tokens: 42, completion_tokens: sent, total_tokens: 42 + sent }
    yield bytes(event(chunkJson(context, null, { usage })))
  }
  yield bytes(DONE)
  yield end('clean')
}

function* fullAnswer(context: ModeContext, reason = 'stop', gapMs = context.gapMs): Generator<FaultStep> {
  yield STREAM
  yield bytes(event(chunkJson(context, { delta: { role: 'assistant', content: '' }, finish_reason: null })))
  yield* tokenSteps(context, context.tokens, gapMs)
  yield* endSteps(context, reason)
}

function* json(status: number, body: unknown, headers: Record<string, string> = {}): Generator<FaultStep> {
  yield head(status, { 'content-type': 'application/json', ...headers })
  yield bytes(JSON.stringify(body))
  yield end('clean')
}

const refusal =
  (status: number, headers: Record<string, string> = {}, reason: object = {}): Mode =>
  () =>
    json(status, { error: { message: 'SECRET-DU-SERVEUR sk-faux-cle at /srv/model.py:12', code: status, ...reason } }, headers)

/** Refuses prompts longer than the mode's argument (20,000 characters), with a server's error message. */
type RefusalOf = (tokens: number, limit: number) => { status: number; body: object }
const lengthRefusal = (refusalOf: RefusalOf, answerOf = (context: ModeContext) => context.tokens): Mode =>
  function* (context) {
    const maxCharacters = context.argument ?? 20_000
    const sent = (context.body.messages ?? []).reduce((sum, { content }) => sum + content.length, 0)
    if (sent <= maxCharacters) return yield* fullAnswer({ ...context, tokens: answerOf(context) })
    const { status, body } = refusalOf(Math.ceil(sent / 4), Math.floor(maxCharacters / 4))
    yield* json(status, body)
  }

/** Refusal that does not tell the limit. */
const refusalWithoutLimit = () => ({ status: 422, body: { error: { message: 'SECRET-DU-SERVEUR', code: 'context_length_exceeded' } } })

const whole = (context: ModeContext) => context.tokens.map((token) => event(delta(context, token))).join('') + finish(context, 'stop') + DONE

/** All faults by name. A number may follow the name, as in `lent:200` or `429:2`; the comments give its default in parentheses. */
const MODES = {
  normal: (context) => fullAnswer(context),
  longueur: (context) => fullAnswer(context, 'length'),
  filtre: (context) => fullAnswer(context, 'content_filter'),
  /** Reader of documents: answers the sentences `FAIT-… .` of the passages or notes, each with its number. */
  faits: (context) => fullAnswer({ ...context, tokens: factsIn(context.body) }),
  /** Like `faits`, cut by the token limit after so many facts (20). */
  *'faits-au-plus'(context) {
    const facts = factsIn(context.body)
    const maxFacts = context.argument ?? 20
    yield* fullAnswer({ ...context, tokens: facts.slice(0, maxFacts) }, facts.length > maxFacts ? 'length' : 'stop')
  },
  /** Fails on the part with that number (1). `faits-jusqu-a` never answers the parts after that number. */
  *'faits-sauf'(context) {
    if (partIn(context.body) === (context.argument ?? 1)) yield* refusal(500)(context)
    else yield* fullAnswer({ ...context, tokens: factsIn(context.body) })
  },
  /** Answers the second part and the following ones after two seconds. */
  *'faits-lents'(context) {
    if (partIn(context.body) > 1) yield wait(2_000)
    yield* fullAnswer({ ...context, tokens: factsIn(context.body) })
  },
  *'faits-jusqu-a'(context) {
    if (partIn(context.body) > (context.argument ?? 1)) yield end('never')
    else yield* fullAnswer({ ...context, tokens: factsIn(context.body) })
  },
  echo: (context) => fullAnswer({ ...context, tokens: echoOf(context.body, context.argument ?? 3) }),
  /** Answers the text between the fences in capitals. */
  majuscules: (context) => fullAnswer({ ...context, tokens: transformedIn(context.body) }),
  /** Writes its reasoning before the answer, as a server without a reasoning parser does. With a number, the token limit cuts it during the reasoning. */
  'pense-tout-haut': (context) =>
    context.argument === undefined
      ? fullAnswer({ ...context, tokens: [...'<think>\nRAISONNEMENT\n</think>\n\n', ...context.tokens] })
      : fullAnswer({ ...context, tokens: [...'<think>\nRAISONNEMENT'] }, 'length'),
  'fin-en-erreur': (context) => fullAnswer(context, 'error'),
  /** Milliseconds per token (200). */
  lent: (context) => fullAnswer(context, 'stop', context.argument ?? 200),
  /** Value of Retry-After in seconds (1). */
  429: (context) => refusal(429, { 'retry-after': String(context.argument ?? 1) })(context),
  400: refusal(400),
  401: refusal(401),
  /** 429 without Retry-After: the account's quota is used up. */
  quota: refusal(429, {}, { type: 'insufficient_quota' }),
  500: refusal(500),
  503: refusal(503),
  /** 400 when `stream_options` is sent. */
  'sans-options': (context) => (context.body.stream_options ? refusal(400)(context) : fullAnswer(context)),
  /** Refusal in the format of vLLM, which tells the model's limit: a quarter of the characters. */
  'trop-long': lengthRefusal((tokens, limit) => ({
    status: 400,
    body: {
      object: 'error',
      message: `This model's maximum context length is ${limit} tokens. However, you requested ${tokens} tokens in the messages, SECRET-DU-SERVEUR. Please reduce the length of the messages.`,
      type: 'BadRequestError',
      code: 400,
    },
  })),
  /** Refusal in the format of llama.cpp, which tells the limit too. */
  'trop-long-llama': lengthRefusal((n_prompt_tokens, n_ctx) => ({
    status: 400,
    body: { error: { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error', n_prompt_tokens, n_ctx } },
  })),
  /** Refusal of a server that does not tell the limit. */
  'trop-long-sans-limite': lengthRefusal(refusalWithoutLimit),
  /** Like `trop-long-sans-limite`, for a reader of documents. */
  'faits-refuses': lengthRefusal(refusalWithoutLimit, (context) => factsIn(context.body)),
  *html() {
    yield head(200, { 'content-type': 'text/html' })
    yield bytes('<html><body>SECRET-DU-SERVEUR portail captif</body></html>')
    yield end('clean')
  },
  *redirection() {
    yield head(302, { location: '/v1/piege' })
    yield end('clean')
  },
  *muet() {
    yield end('never')
  },
  *'entetes-puis-muet'() {
    yield STREAM
    yield bytes(': en attente\n\n')
    yield end('never')
  },
  /** Silence after some tokens (3). */
  *silence(context) {
    yield STREAM
    yield* tokenSteps(context, context.tokens.slice(0, context.argument ?? 3))
    yield end('never')
  },
  *'coupure-avant'() {
    yield end('reset')
  },
  /** Destroys the socket after some tokens (5). */
  *coupure(context) {
    yield STREAM
    yield* tokenSteps(context, context.tokens.slice(0, context.argument ?? 5))
    // A reset discards what the client has not read yet, all of it on a busy machine.
    yield wait(100)
    yield end('reset')
  },
  *'fin-sans-done'(context) {
    yield STREAM
    yield* tokenSteps(context, context.tokens.slice(0, context.argument ?? 5))
    yield end('clean')
  },
  /** Sends a finish reason with each token. With a number, destroys the socket after so many tokens. */
  *'stop-partout'(context) {
    yield STREAM
    const tokens = context.tokens.slice(0, context.argument)
    yield bytes(tokens.map((content) => event(chunkJson(context, { delta: { content }, finish_reason: 'stop' }))).join(''))
    if (context.argument === undefined) return yield* endSteps(context)
    yield wait(100)
    yield end('reset')
  },
  /** Answers with one JSON value instead of a stream. */
  'un-seul-json': ({ tokens }) => json(200, { choices: [{ message: { role: 'assistant', content: tokens.join('') }, finish_reason: 'stop' }] }),
  /** Sends a finish reason, then nothing: neither [DONE] nor the end of the response. */
  *'fin-muette'(context) {
    yield STREAM
    yield* tokenSteps(context)
    yield bytes(finish(context, 'stop'))
    yield end('never')
  },
  *ordures(context) {
    yield STREAM
    yield bytes(': commentaire\n\nretry: 10\nid: 7\n\ndata: pas du json\n\ndata: null\n\ndata: [1,2]\n\ndata: 12\n\ndata:\n\n')
    yield bytes('data: {"choices":null}\n\ndata: {"choices":[null,{"index":1,"delta":{"content":"AUTRE CHOIX"}}]}\n\n')
    yield bytes(event(chunkJson(context, { delta: { reasoning_content: 'RAISONNEMENT' }, finish_reason: null })))
    yield bytes(event(chunkJson(context, { delta: { content: [{ type: 'thinking', thinking: 'RAISONNEMENT' }] } })))
    for (const token of context.tokens) {
      yield bytes(`data:{"choices":[{"delta":{"content":${JSON.stringify(token)}}}]}\n\nligne perdue\n\ndata: {"cass\n\n`)
    }
    yield* endSteps(context)
  },
  *'erreur-dans-flux'(context) {
    yield STREAM
    yield* tokenSteps(context, context.tokens.slice(0, context.argument ?? 4))
    yield bytes(event(JSON.stringify({ error: { message: 'SECRET-DU-SERVEUR', type: 'server_error', code: 500 } })))
    yield bytes(DONE)
    yield end('clean')
  },
  /** Sends events and fields that a hostile server hopes to see interpreted (CVE-2025-64496). */
  *evenements(context) {
    yield STREAM
    yield bytes(`event: execute\n${event(delta(context, 'INTRUS'))}event: sources\ndata: {"sources":["INTRUS"]}\n\n`)
    yield bytes(event(chunkJson(context, { delta: { content: 'sain', execute: 'INTRUS' } }, { event: 'execute' })))
    yield* endSteps(context, 'stop', 1)
  },
  *vide(context) {
    yield STREAM
    yield* endSteps(context, 'stop', 0)
  },
  *'sans-fin'(context) {
    yield STREAM
    for (;;) yield* tokenSteps(context, context.tokens, context.argument ?? 5)
  },
  xss: (context) => fullAnswer({ ...context, tokens: tokensOf(XSS_ANSWER) }),
  /** One byte per write. */
  *utf8(context) {
    yield STREAM
    for (const byte of Buffer.from(whole(context))) yield bytes(Buffer.of(byte))
    yield end('clean')
  },
  /** Sends an answer of four blocks of so many bytes (65,536), cut anywhere. */
  *blocs(context) {
    yield STREAM
    const size = context.argument ?? 65_536
    const once = context.tokens.map((token) => event(delta(context, token))).join('')
    const all = Buffer.from(once.repeat(Math.ceil((4 * size) / once.length)) + finish(context, 'stop') + DONE)
    for (let sent = 0; sent < all.length; sent += size) yield bytes(all.subarray(sent, sent + size))
    yield end('clean')
  },
  /** Sends keep-alive comments without end after so many tokens (0). */
  *'vivant-sans-fin'(context) {
    yield STREAM
    yield* tokenSteps(context, context.tokens.slice(0, context.argument ?? 0))
    for (;;) {
      yield { kind: 'bytes', bytes: ': keep-alive\n\n', token: true }
      yield wait(5)
    }
  },
  *crlf(context) {
    yield STREAM
    yield* [bytes(whole(context).replaceAll('\n', '\r\n')), end('clean')]
  },
  /** Sends a line of so many bytes (2 MB) without an end of line. */
  *'ligne-geante'(context) {
    yield STREAM
    yield* tokenSteps(context, context.tokens.slice(0, 2))
    yield bytes('data: ')
    const block = Buffer.alloc(65_536, 0x61)
    for (let sent = 0; sent < (context.argument ?? 2_097_152); sent += block.length) yield bytes(block)
    yield end('never')
  },
} satisfies Record<string, Mode>

type ModeName = `${keyof typeof MODES}`
export type FaultMode = ModeName | `${ModeName}:${number}`

/** Returns the steps of a mode. @throws on an unknown name, which is an error in the test */
export const stepsOf = (mode: string, context: Omit<ModeContext, 'argument'>): Generator<FaultStep> => {
  const [name = '', argument] = mode.split(':')
  if (!Object.hasOwn(MODES, name)) throw new Error(`unknown mode: ${name}`)
  return (MODES as Record<string, Mode>)[name]!({ ...context, argument: argument === undefined ? undefined : Number(argument) })
}
