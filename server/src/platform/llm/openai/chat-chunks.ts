import type { LlmErrorCode, LlmResult } from '../port.ts'
import { withoutThoughts } from './thoughts.ts'
import { lengthRefusal, type LengthRefusal } from './too-long.ts'

/** What a stream says, one thing after the other. */
export type ChunkEvent =
  | { type: 'text'; text: string }
  /** A well-formed chunk without text of the answer: role, reasoning. */
  | { type: 'alive' }
  | { type: 'finish'; reason: LlmResult['finish'] }
  | { type: 'usage'; usage: NonNullable<LlmResult['usage']> }
  /** The model's name, when it is not the one said before. */
  | { type: 'model'; name: string }
  | { type: 'done' }
  /** An error that refuses the length of the prompt. */
  | { type: 'tooLong'; refusal: LengthRefusal }
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

/** Content is a string, or Mistral's list of parts, of which only those of type `text` are the answer. */
const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('')
}

/** What servers say of an answer that they gave up themselves: `error` (Mistral), `abort` (vLLM). */
const GIVEN_UP = new Set(['error', 'abort', 'cancelled'])

const finishOf = (reason: string): LlmResult['finish'] => {
  if (reason === 'length' || reason === 'max_tokens' || reason === 'model_length') return 'length'
  return reason === 'content_filter' ? 'filtered' : 'stop'
}

const errorCodeOf = (error: unknown) => {
  if (!isObject(error)) return 'llm.bad_answer'
  const words = `${error.code ?? ''} ${error.status ?? ''} ${error.type ?? ''}`
  if (/\b(429|503|529)\b|rate.?limit|overload|capacity/i.test(words)) return 'llm.overloaded'
  return /\b(400|401|403|404|413|422)\b|invalid_request|authentication|permission/i.test(words) ? 'llm.refused' : 'llm.bad_answer'
}

/** Of more tokens than the database's integers hold, nothing is believed. */
const mostTokens = 2 ** 31 - 1
const count = (value: unknown) => (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostTokens ? (value as number) : null)

/** Models do write NUL (a token of byte-fallback vocabularies), and no PostgreSQL text holds it: a reply with one could never be kept. */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/**
 * Reads the `data` payloads of an OpenAI chat-completions stream, one reader per stream.
 * Anything that is not a chunk (garbage, null, arrays, numbers) is skipped.
 *
 * Every payload goes through JSON.parse: events and chunks together cost 1.3 us of the 16 us of a token
 * at 1,000 streams; a reader that compares with the previous chunk instead gained nothing over that.
 */
export const chatChunks = (tell: (event: ChunkEvent) => void) => {
  let model = ''
  const answer = withoutThoughts()
  const tellRest = () => {
    const text = answer.rest()
    if (text !== '') tell({ type: 'text', text })
  }
  const fail = (error: unknown) => {
    const refusal = lengthRefusal(error)
    tell(refusal === null ? { type: 'error', code: errorCodeOf(error) } : { type: 'tooLong', refusal })
  }
  const read = (payload: string, event: string): void => {
    if (payload === '[DONE]') {
      tellRest()
      return tell({ type: 'done' })
    }
    const chunk = parse(payload)
    // A server that leaves out the blank line after each chunk gives all of them as the lines of one event.
    if (chunk === undefined && payload.includes('\n')) return payload.split('\n').forEach((line) => read(line, event))
    if (event === 'error') return fail(isObject(chunk) ? (chunk.error ?? chunk) : null)
    if (!isObject(chunk)) return
    if (chunk.error || chunk.object === 'error') return fail(chunk.error ?? chunk)
    const name = typeof chunk.model === 'string' ? storable(chunk.model) : ''
    if (name !== '' && name !== model) tell({ type: 'model', name: (model = name) })
    const choice = firstChoice(chunk)
    if (choice) {
      const text = isObject(choice.delta) ? answer.next(storable(textOf(choice.delta.content))) : ''
      tell(text === '' ? { type: 'alive' } : { type: 'text', text })
      const reason = choice.finish_reason
      // Some servers (LocalAI) say an empty one in every chunk but the last.
      if (typeof reason === 'string' && reason !== '') {
        tellRest()
        tell(GIVEN_UP.has(reason) ? { type: 'error', code: 'llm.truncated' } : { type: 'finish', reason: finishOf(reason) })
      }
    }
    if (isObject(chunk.usage)) {
      const prompt_tokens = count(chunk.usage.prompt_tokens)
      const completion_tokens = count(chunk.usage.completion_tokens)
      // No prompt is of no token: a server that says zeros (LocalAI, in every chunk) does not count.
      if (prompt_tokens !== null && prompt_tokens > 0 && completion_tokens !== null) tell({ type: 'usage', usage: { prompt_tokens, completion_tokens } })
    }
  }
  return read
}
