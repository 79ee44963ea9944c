import type { LlmErrorCode, LlmResult } from '../port.ts'
import { withoutEndTokens, withoutReasoning } from './answer-text.ts'
import { refusalOf } from './refusals.ts'
import { sseEvents } from './sse-events.ts'

/** Event read from a stream of chunks, in order of arrival. */
export type ChunkEvent =
  /** Sign of life without text or choice: a comment, a blank line, an empty chunk. */
  | { type: 'comment' }
  | { type: 'text'; text: string }
  /** Text that was pending when the stream ended, as it could have become a mark. It comes before the finish reason. */
  | { type: 'rest'; text: string }
  /** Valid chunk without text of the answer: role, reasoning. */
  | { type: 'alive' }
  /** Finish reason. `isBare`: its chunk has no text. Some servers repeat a reason beside each piece of text. */
  | { type: 'finish'; reason: LlmResult['finish']; isBare: boolean }
  | { type: 'usage'; usage: NonNullable<LlmResult['usage']> }
  /** The model's name, when it differs from the previous one. */
  | { type: 'model'; name: string }
  | { type: 'done' }
  /** Error that refuses the length of the prompt. `limit`: context window in tokens, if stated. */
  | { type: 'tooLong'; limit: number | null }
  | { type: 'error'; code: Extract<LlmErrorCode, 'llm.overloaded' | 'llm.refused' | 'llm.bad_answer' | 'llm.truncated'> }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (payload: string): unknown => {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/** Returns the choice of index 0; only one is requested. */
const firstChoice = (chunk: Json): Json | undefined => {
  const choices = Array.isArray(chunk.choices) ? chunk.choices : []
  return choices.find((choice) => isObject(choice) && (choice.index ?? 0) === 0) as Json | undefined
}

/** Returns the text of a content: a string, or Mistral's list of parts, of which only `text` and `output_text` belong to the answer. */
const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const isText = (part: unknown): part is { text: string } =>
    isObject(part) && (part.type === 'text' || part.type === 'output_text') && typeof part.text === 'string'
  return content.map((part: unknown) => (isText(part) ? part.text : '')).join('')
}

/** Finish reasons of an answer that the server abandoned: `error` (Mistral), `abort` (vLLM). */
const GIVEN_UP = new Set([
  'error',
  'abort',
  'aborted',
  'cancelled',
  'canceled',
  'failed',
  'incomplete',
  'timeout',
  'network_error',
  'insufficient_system_resource',
])
const LENGTH = new Set(['length', 'max_tokens', 'model_length', 'max_length', 'max_output_tokens'])
const FILTERED = new Set(['content_filter', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'sensitive'])
/** Values of `finish_reason` by which servers say, in every chunk, that the answer goes on. */
const NO_REASON = new Set(['', 'null', 'none', 'nil', 'undefined', 'false', 'in_progress', 'running', 'pending', 'continue'])

const finishOf = (reason: string): LlmResult['finish'] => {
  if (LENGTH.has(reason)) return 'length'
  return FILTERED.has(reason) ? 'filtered' : 'stop'
}

const errorCodeOf = (error: unknown) => {
  if (refusalOf(error)?.kind === 'quota') return 'llm.refused'
  if (!isObject(error)) return 'llm.bad_answer'
  const words = `${error.code ?? ''} ${error.status ?? ''} ${error.type ?? ''}`
  if (/\b(429|503|529)\b|rate.?limit|overload|capacity/i.test(words)) return 'llm.overloaded'
  return /\b(400|401|403|404|413|422)\b|invalid_request|authentication|permission/i.test(words) ? 'llm.refused' : 'llm.bad_answer'
}

/** Maximum of the database's integers, in tokens. */
const MAX_TOKENS = 2 ** 31 - 1
const count = (value: unknown) => (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS ? (value as number) : null)

/** Removes NUL, which byte-fallback vocabularies contain and PostgreSQL cannot store. */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/**
 * Creates a reader of `message`, which some servers send instead of `delta`: whole, or longer in each chunk. Returns the new text. After a delta,
 * `message` only repeats the answer.
 */
const messageReader = () => {
  let total = ''
  return (message: string): string => {
    const added = message.startsWith(total) ? message.slice(total.length) : message
    total = message.startsWith(total) ? message : total + message
    return added
  }
}

/**
 * Creates a reader of the `data` payloads of an OpenAI chat-completions stream, one for each stream. Anything that is not a chunk (garbage, null, arrays,
 * numbers) is skipped.
 * Every payload goes through JSON.parse: events and chunks together cost 1.3 µs of the 16 µs of a token at 1,000 streams, and comparing with the previous
 * chunk instead saved nothing.
 * @returns read: takes a payload with the name of its event; end: emits the pending text of a stream that has ended
 */
const chatChunks = (emit: (event: ChunkEvent) => void) => {
  let model = ''
  let hasDelta = false
  const reasoning = withoutReasoning()
  const endTokens = withoutEndTokens()
  const newInMessage = messageReader()

  const end = () => {
    const text = endTokens.next(reasoning.rest()) + endTokens.rest()
    if (text !== '') emit({ type: 'rest', text })
  }
  const fail = (error: unknown) => {
    const refusal = refusalOf(error)
    emit(refusal?.kind === 'length' ? { type: 'tooLong', limit: refusal.limit } : { type: 'error', code: errorCodeOf(error) })
  }
  /** Returns the text of a choice: of its `delta`, or else its `message`, or else its own `text`, as in the older completions protocol. */
  const contentOf = ({ delta, message, text }: Json): string => {
    const content = isObject(delta) ? textOf(delta.content) : ''
    hasDelta ||= content !== ''
    if (content !== '') return content
    if (isObject(message)) return hasDelta ? '' : newInMessage(textOf(message.content))
    return isObject(delta) ? '' : textOf(text)
  }
  const readChoice = (choice: Json) => {
    const content = contentOf(choice)
    const text = content === '' ? '' : endTokens.next(reasoning.next(storable(content)))
    emit(text === '' ? { type: 'alive' } : { type: 'text', text })
    const reason = typeof choice.finish_reason === 'string' ? choice.finish_reason.toLowerCase() : ''
    if (NO_REASON.has(reason)) return
    if (!GIVEN_UP.has(reason)) return emit({ type: 'finish', reason: finishOf(reason), isBare: content === '' })
    end()
    emit({ type: 'error', code: 'llm.truncated' })
  }
  const read = (payload: string, event: string): void => {
    if (payload === '[DONE]') {
      end()
      return emit({ type: 'done' })
    }
    const chunk = parse(payload)
    // A server that omits the blank line after each chunk sends them all as lines of one event.
    if (chunk === undefined && payload.includes('\n')) return payload.split('\n').forEach((line) => read(line, event))
    // Some gateways join the chunks in one list.
    if (Array.isArray(chunk)) return chunk.forEach((one) => readChunk(one, event))
    readChunk(chunk, event)
  }
  const readChunk = (chunk: unknown, event: string): void => {
    if (event === 'error') return fail(isObject(chunk) ? (chunk.error ?? chunk) : null)
    if (!isObject(chunk)) return
    if (chunk.error || chunk.object === 'error') return fail(chunk.error ?? chunk)
    const name = typeof chunk.model === 'string' ? storable(chunk.model) : ''
    if (name !== '' && name !== model) emit({ type: 'model', name: (model = name) })
    const choice = firstChoice(chunk)
    if (choice) readChoice(choice)
    if (isObject(chunk.usage)) {
      const prompt_tokens = count(chunk.usage.prompt_tokens)
      const completion_tokens = count(chunk.usage.completion_tokens)
      // A prompt has at least one token: a server that sends zeros (LocalAI, in every chunk) does not count them.
      if (prompt_tokens !== null && prompt_tokens > 0 && completion_tokens !== null) emit({ type: 'usage', usage: { prompt_tokens, completion_tokens } })
    }
  }
  return { read, end }
}

/**
 * Creates a reader of the bytes of an OpenAI chat-completions answer, streamed or as one JSON value.
 * @returns feed: takes the next bytes, throws {EventTooLong}; end: reads the last event and flushes; flush: emits the pending text
 */
export const chatStream = (emit: (event: ChunkEvent) => void) => {
  let isChunk = false
  /** The current bytes gave an event that shows the connection to be alive. */
  let isAlive = false
  const chunks = chatChunks((event) => {
    isChunk = true
    isAlive ||= event.type === 'text' || event.type === 'alive'
    emit(event)
  })
  const events = sseEvents({
    onData: chunks.read,
    onComment: () => {
      isAlive = true
      emit({ type: 'comment' })
    },
    onBody: (body) => {
      chunks.read(body, '')
      // A complete JSON value is a complete answer, even without a finish reason.
      if (isChunk) chunks.read('[DONE]', '')
    },
  })
  const end = () => {
    events.end()
    chunks.end()
  }
  const feed = (bytes: Buffer) => {
    isAlive = false
    events.feed(bytes)
    // Blank lines, empty chunks and parts of an event are signs of life as well.
    if (!isAlive) emit({ type: 'comment' })
  }
  return { feed, end, flush: chunks.end }
}
