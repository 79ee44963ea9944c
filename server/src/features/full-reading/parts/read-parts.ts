import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../platform/errors/app-error.ts'
import { completeWithUsage } from '../../../replies/usage.ts'
import type { AnsweringModel, Llm, LlmError, LlmMessage, LlmResult } from '../../../platform/llm/port.ts'
import type { ReplyOutput } from '../../../replies/run.ts'
import type { NoteStore } from '../notes/note-store.ts'
import { parseNotes, renderNotes } from '../notes/notes.ts'
import { halve, type ReadingPart, type PartSize, type ReadingTask } from './parts.ts'
import { partPrompt } from '../prompts.ts'
import type { UnreadPart } from './readable-pages.ts'
import type { ReadingRequest } from '../whole-request.ts'

/** Input of a full reading. */
export type FullReading = {
  llm: Llm
  /** Model that answered: the first one that is not the expected one, else the last. Null before the first answer. */
  answered: { by: AnsweringModel | null }
  task: ReadingTask
  request: ReadingRequest
  /** The assistant's instructions for a `transform` task; empty otherwise. */
  guidance: string
  parts: readonly ReadingPart[]
  size: PartSize
  /** Documents, or portions of them, that are in no part. */
  unread: readonly UnreadPart[]
  store: NoteStore
  output: ReplyOutput
  signal: AbortSignal
  /** Whether the person may still read this document and it has not been read again since. */
  isReadable(document_id: string): Promise<boolean>
}

/** Outcome of a part: its notes, or why there are none. */
export type PartOutcome = { notes: string } | { lost: 'failed' | 'gone' }

const parallelReads = 2
/** Maximum number of successive halvings: a model whose answer to an eighth of a part is still truncated will not do better. */
const maxHalvings = 3
/** Number of failures, before any success, after which the model is considered down: waiting for every other part would be useless. */
const maxInitialFailures = 3
const defaultRetryMs = 1_000
const maxRetryMs = 30_000

/**
 * Reads the parts that have no stored notes, two at a time, and stores the notes of each one as it ends. The result is indexed like `parts`.
 * @throws {LlmError | AppError} when the reading is aborted, the model is down, or more than half of the parts fail
 */
export async function readParts(reading: FullReading): Promise<PartOutcome[]> {
  const { parts, store, output } = reading
  const stored = await store.readStored()
  const outcomes = parts.map((_, at): PartOutcome | null => (stored.has(at) ? { notes: stored.get(at)! } : null))
  const remaining = outcomes.flatMap((outcome, at) => (outcome === null ? [at] : []))
  const reportProgress = () => output.reportProgress({ done: outcomes.filter((outcome) => outcome !== null).length, total: parts.length })
  const finished = new AbortController()
  const signal = AbortSignal.any([reading.signal, finished.signal])
  let failures = 0
  const readNext = async (): Promise<void> => {
    for (let at = remaining.shift(); at !== undefined; at = remaining.shift()) {
      const part = parts[at]!
      try {
        outcomes[at] = await readOne({ ...reading, signal }, part, at)
      } catch (error) {
        if (failureOf(error) === null || signal.aborted) throw error
        outcomes[at] = { lost: 'failed' }
        failures += 1
        const isDown = failures === maxInitialFailures && !outcomes.some((outcome) => outcome !== null && 'notes' in outcome)
        if (isDown || failures > parts.length / 2) throw error
      }
      await reportProgress()
    }
  }
  await reportProgress()
  try {
    await Promise.all(Array.from({ length: parallelReads }, readNext))
  } finally {
    finished.abort()
  }
  return outcomes.map((outcome) => outcome!)
}

async function readOne(reading: FullReading, part: ReadingPart, at: number): Promise<PartOutcome> {
  if (!(await reading.isReadable(part.document_id))) return { lost: 'gone' }
  const answer = await readWhole(reading, part, 0)
  return (await reading.store.store(at, part.document_id, answer)) ? { notes: answer } : { lost: 'gone' }
}

/** Reads a part; in two halves when the answer is truncated, or when the model rejects the part as too long. */
async function readWhole(reading: FullReading, part: ReadingPart, depth: number): Promise<string> {
  const { size } = reading
  const halves = depth < maxHalvings ? halve(part) : null
  let answer: PartAnswer
  try {
    answer = await askWithRetry(reading, partPrompt(reading, part), { maxTokens: size.answer })
  } catch (error) {
    if (halves === null || !isRejectedRequest(error)) throw error
    return inHalves(reading, halves, depth)
  }
  if (answer.finish === 'filtered') throw new AppError('llm.filtered')
  if (answer.finish === 'length' && halves === null) throw new AppError('llm.truncated')
  if (answer.finish === 'length') return inHalves(reading, halves!, depth)
  if (reading.task === 'transform') return removeFence(answer.text)
  return renderNotes(parseNotes(answer.text, part.pages))
}

async function inHalves(reading: FullReading, halves: readonly ReadingPart[], depth: number): Promise<string> {
  const answers: string[] = []
  for (const half of halves) answers.push(await readWhole(reading, half, depth + 1))
  return answers.filter((answer) => answer !== '').join(reading.task === 'transform' ? '\n\n' : '\n')
}

type PartAnswer = { text: string; finish: LlmResult['finish'] } & AnsweringModel

type CallOptions = { maxTokens?: number; /** Receives the answer as it is streamed. Once called, no retry. */ onDelta?(text: string): void }

/**
 * Calls the model, and once more after a failure unless the model rejected the request itself. Waits for the delay given by the server (one second by
 * default, 30 at most).
 */
export async function askWithRetry(reading: FullReading, messages: readonly LlmMessage[], call: CallOptions): Promise<PartAnswer> {
  try {
    return await ask(reading, messages, call)
  } catch (error) {
    const failure = failureOf(error)
    const hasStreamed = failure?.afterFirstDelta === true && call.onDelta !== undefined
    if (failure === null || hasStreamed || reading.signal.aborted || isRejectedRequest(error)) throw error
    await wait(Math.min(failure.retryAfterMs ?? defaultRetryMs, maxRetryMs), undefined, { signal: reading.signal }).catch(() => {})
    if (reading.signal.aborted) throw error
    return ask(reading, messages, call)
  }
}

/** Calls the model once and reports the tokens used. */
async function ask({ llm, answered, output, signal }: FullReading, messages: readonly LlmMessage[], { maxTokens, onDelta }: CallOptions): Promise<PartAnswer> {
  let text = ''
  const onPiece = (piece: string) => {
    text += piece
    onDelta?.(piece)
  }
  const request = { messages, ...(maxTokens !== undefined && { maxTokens }), purpose: 'reading', signal, onDelta: onPiece } as const
  const { usage: _, ...answer } = await completeWithUsage(llm, request, output.addUsage)
  const { model, level, reason } = answer
  if (answered.by?.reason === undefined) answered.by = { model, ...(level !== undefined && { level }), ...(reason !== undefined && { reason }) }
  return { text, ...answer }
}

/**
 * Whether the model rejected the request itself, so that repeating it is useless. A shorter one may pass: not every server says that length is the reason.
 */
export const isRejectedRequest = (error: unknown): boolean => ['llm.refused', 'llm.too_long'].includes(failureOf(error)?.code ?? '')

/** Returns the details of a failed model call; null for any other error. */
function failureOf(error: unknown): (Pick<LlmError, 'retryAfterMs' | 'afterFirstDelta'> & { code: string }) | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && code.startsWith('llm.') ? (error as LlmError) : null
}

/** Removes the code fence that some models put around their whole answer. */
const removeFence = (text: string): string => /^\s*```[a-z]*\n([\s\S]*?)\n```\s*$/i.exec(text)?.[1] ?? text.trim()
