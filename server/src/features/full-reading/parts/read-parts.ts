import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../platform/errors/app-error.ts'
import { completeCounted } from '../../../replies/count-used.ts'
import type { Llm, LlmError, LlmMessage, LlmResult } from '../../../platform/llm/port.ts'
import type { ReplyOutput } from '../../../replies/reply-output.ts'
import type { NoteStore } from '../notes/note-store.ts'
import { parseNotes, renderNotes } from '../notes/notes.ts'
import { halved, type Part, type PartSize, type Task } from './parts.ts'
import { partPrompt } from '../prompts.ts'
import type { Unread } from './readable-pages.ts'
import type { WholeRequest } from '../whole-request.ts'

/** What one reading works with. */
export type Reading = {
  llm: Llm
  task: Task
  request: WholeRequest
  /** The assistant's own instructions, for a text to be written in another form; empty otherwise. */
  guidance: string
  parts: readonly Part[]
  size: PartSize
  /** What no part holds. */
  unread: readonly Unread[]
  store: NoteStore
  out: ReplyOutput
  signal: AbortSignal
  /** Whether the person may still read this document, as it was when the reading began. */
  isReadable(document_id: string): Promise<boolean>
}

/** What came of the parts, by their rank: their notes, or why there are none. */
export type PartOutcome = { notes: string } | { lost: 'failed' | 'gone' }

const atOnce = 2
/** Halves of halves: a model that is still cut at an eighth of a part will not do better. */
const deepest = 3
/** Parts that fail in a row before any was read: the model is down, and each of the others would be waited for. */
const failuresFromTheStart = 3
const defaultRetryMs = 1_000
const longestRetryMs = 30_000

/**
 * Reads the parts that have no notes yet, two at a time, and keeps the notes of each as it ends.
 * @throws {LlmError | AppError} when the reading is stopped, or more than half of the parts cannot be read
 */
export async function readParts(reading: Reading): Promise<PartOutcome[]> {
  const { parts, store, out } = reading
  const kept = await store.kept()
  const outcomes = parts.map((_, at): PartOutcome | null => (kept.has(at) ? { notes: kept.get(at)! } : null))
  const left = outcomes.flatMap((outcome, at) => (outcome === null ? [at] : []))
  const tell = () => out.progress({ done: outcomes.filter((outcome) => outcome !== null).length, total: parts.length })
  const over = new AbortController()
  const signal = AbortSignal.any([reading.signal, over.signal])
  let failures = 0
  const readNext = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined; at = left.shift()) {
      const part = parts[at]!
      try {
        outcomes[at] = await readOne({ ...reading, signal }, part, at)
      } catch (error) {
        if (failureOf(error) === null || signal.aborted) throw error
        outcomes[at] = { lost: 'failed' }
        failures += 1
        const isDown = failures === failuresFromTheStart && !outcomes.some((outcome) => outcome !== null && 'notes' in outcome)
        if (isDown || failures > parts.length / 2) throw error
      }
      await tell()
    }
  }
  await tell()
  try {
    await Promise.all(Array.from({ length: atOnce }, readNext))
  } finally {
    over.abort()
  }
  return outcomes.map((outcome) => outcome!)
}

async function readOne(reading: Reading, part: Part, at: number): Promise<PartOutcome> {
  if (!(await reading.isReadable(part.document_id))) return { lost: 'gone' }
  const answer = await readWhole(reading, part, 0)
  return (await reading.store.keep(at, part.document_id, answer)) ? { notes: answer } : { lost: 'gone' }
}

/** The answer to a part; in two halves when it is cut by its length, or the part refused for its own. */
async function readWhole(reading: Reading, part: Part, depth: number): Promise<string> {
  const { size } = reading
  const halves = depth < deepest ? halved(part) : null
  let answer: Answer
  try {
    answer = await askTwice(reading, partPrompt(reading, part), { maxTokens: size.answer })
  } catch (error) {
    if (halves === null || !isRefused(error)) throw error
    return inHalves(reading, halves, depth)
  }
  if (answer.finish === 'filtered') throw new AppError('llm.filtered')
  if (answer.finish === 'length' && halves === null) throw new AppError('llm.truncated')
  if (answer.finish === 'length') return inHalves(reading, halves!, depth)
  if (reading.task === 'transform') return bare(answer.text)
  return renderNotes(parseNotes(answer.text, part.pages))
}

async function inHalves(reading: Reading, halves: readonly Part[], depth: number): Promise<string> {
  const answers: string[] = []
  for (const half of halves) answers.push(await readWhole(reading, half, depth + 1))
  return answers.filter((answer) => answer !== '').join(reading.task === 'transform' ? '\n\n' : '\n')
}

export type Answer = { text: string; finish: LlmResult['finish']; model: string }

type Call = { maxTokens?: number; /** Hears the answer as it comes; what it heard is not asked for again. */ onDelta?(text: string): void }

/** One call; a failure that is none of the request's own is tried once more, when the server says or after a second. */
export async function askTwice(reading: Reading, messages: readonly LlmMessage[], call: Call): Promise<Answer> {
  try {
    return await ask(reading, messages, call)
  } catch (error) {
    const failure = failureOf(error)
    const isHeard = failure?.afterFirstDelta === true && call.onDelta !== undefined
    if (failure === null || isHeard || reading.signal.aborted || isRefused(error)) throw error
    await wait(Math.min(failure.retryAfterMs ?? defaultRetryMs, longestRetryMs), undefined, { signal: reading.signal }).catch(() => {})
    if (reading.signal.aborted) throw error
    return ask(reading, messages, call)
  }
}

/** One call of the model; what it used is told even when nobody hears its text. */
async function ask({ llm, out, signal }: Reading, messages: readonly LlmMessage[], { maxTokens, onDelta }: Call): Promise<Answer> {
  let text = ''
  const onPiece = (piece: string) => {
    text += piece
    onDelta?.(piece)
  }
  const request = { messages, ...(maxTokens !== undefined && { maxTokens }), purpose: 'reading', signal, onDelta: onPiece } as const
  const { finish, model } = await completeCounted(llm, request, out.spent)
  return { text, finish, model }
}

/** The same request would be refused again; a shorter one may pass, as not every server says that length is why. */
export const isRefused = (error: unknown): boolean => ['llm.refused', 'llm.too_long'].includes(failureOf(error)?.code ?? '')

/** What failed of a call of the model; null for any other error. */
function failureOf(error: unknown): (Pick<LlmError, 'retryAfterMs' | 'afterFirstDelta'> & { code: string }) | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && code.startsWith('llm.') ? (error as LlmError) : null
}

/** A text without the fence that some models put around all they write. */
const bare = (text: string): string => /^\s*```[a-z]*\n([\s\S]*?)\n```\s*$/i.exec(text)?.[1] ?? text.trim()
