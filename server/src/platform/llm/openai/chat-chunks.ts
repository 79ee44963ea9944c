import type { LlmErrorCode, LlmResult } from '../port.ts'
import { withoutEndTokens, withoutReasoning } from './answer-text.ts'
import { refusalOf } from './refusals.ts'
import { sseEvents } from './sse-events.ts'

/** One fact read from a stream of chunks, in order of arrival. */
export type ChunkEvent =
  /** Bytes that give no text and no chunk with a choice: comments, blank lines, empty chunks. The connection is alive. */
  | { type: 'comment' }
  | { type: 'text'; text: string }
  /** Text that was pending when the stream ended, as it might have been a mark. It belongs before the reason to finish. */
  | { type: 'rest'; text: string }
  /** A well-formed chunk without text of the answer: role, reasoning. */
  | { type: 'alive' }
  /** `isBare`: the chunk of the reason has no text. Some servers repeat a reason beside each piece of text. */
  | { type: 'finish'; reason: LlmResult['finish']; isBare: boolean }
  | { type: 'usage'; usage: NonNullable<LlmResult['usage']> }
  /** The model's name, when it differs from the previous one. */
  | { type: 'model'; name: string }
  | { type: 'done' }
  /** An error that refuses the length of the prompt. */
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

/** The choice of index 0; the others are not ours (one answer is asked for). */
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

/** Finish reasons of an answer that the server gave up: `error` (Mistral), `abort` (vLLM). */
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
/** Values by which servers say, in every chunk, that the answer goes on. */
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

/** Largest number of tokens that the integers of the database hold. */
const MAX_TOKENS = 2 ** 31 - 1
const count = (value: unknown) => (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS ? (value as number) : null)

/** Removes NUL, which byte-fallback vocabularies contain and which no PostgreSQL text holds. */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/**
 * Reads the text of `message`, by which some servers answer in place of `delta`: whole, or longer in each chunk. After a
 * delta, `message` only repeats the answer. Returns the text that is new.
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
 * Reads the `data` payloads of an OpenAI chat-completions stream, one reader for each stream.
 * Anything that is not a chunk (garbage, null, arrays, numbers) is skipped.
 *
 * Every payload goes through JSON.parse: events and chunks together cost 1.3 us of the 16 us of a token
 * at 1,000 streams; a reader that compares with the previous chunk instead gained nothing over that.
 *
 * @returns read: takes one payload with the name of its event; end: emits the pending text of a stream that has ended
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
  /** Text of a choice: of its delta, else of its message or, in the older completions protocol, its own. */
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
    // A server that leaves out the blank line after each chunk gives all of them as the lines of one event.
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
      // No prompt is of no token: a server that says zeros (LocalAI, in every chunk) does not count.
      if (prompt_tokens !== null && prompt_tokens > 0 && completion_tokens !== null) emit({ type: 'usage', usage: { prompt_tokens, completion_tokens } })
    }
  }
  return { read, end }
}

/**
 * Reads the bytes of an answer of the OpenAI chat-completions protocol, streamed or in one JSON value.
 *
 * @returns feed: takes the next bytes, throws EventTooLong; end: reads the last event and flushes; flush: emits the pending text
 */
export const chatStream = (emit: (event: ChunkEvent) => void) => {
  let isChunk = false
  /** The bytes being read gave an event that says that the connection is alive. */
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
      // A JSON value that is whole is a whole answer, with or without a reason to finish.
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
