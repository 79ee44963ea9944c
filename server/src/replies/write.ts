import type { SentImage, Source } from '@parvis/contract'
import { AppError } from '../platform/errors/app-error.ts'
import { addTokenUsage, completeWithUsage, noTokenUsage, type TokenUsage, noModel, raiseReservation, type SlotReleaser } from './usage.ts'
import { LlmError, type Llm, type LlmResult } from '../platform/llm/port.ts'
import { isPermanentFailure } from '../platform/db/errors.ts'
import type { Flusher } from './flusher.ts'
import { answeringModel, failedOutcome, finishedOutcome, sendEnd, tooLongOutcome, type WriteOutcome } from './outcome.ts'
import {
  recordNotices,
  type NewReplyRun,
  type PreparedPrompt,
  type ReplyNeed,
  type ReplyRun,
  type ReplyRunsDeps,
  type CollectedOutput,
  type ReplyOutput,
} from './run.ts'
import { textReceiver, type ReplyOpening } from './text-receiver.ts'
import { endReply, savePrompt, type ReplyEnd, saveProgress } from './store.ts'
import type { ReadingProgress } from '../platform/db/schema/conversations.ts'

/** `isClosed` is true once shutdown has given up saving. */
type WritingDeps = ReplyRunsDeps & { places: SlotReleaser; isClosed(): boolean }

/**
 * Writes one reply from the model to its log and its message row. Never rejects: a failure is one of the outcomes. The `done` event is sent only once the
 * row is closed, so that a reply that looks complete is saved.
 */
export async function writeReply(deps: WritingDeps, flusher: Flusher, run: ReplyRun, prepare: NewReplyRun['prepare']): Promise<void> {
  let outcome: WriteOutcome
  let hasOverflowed = false
  const data: GenerationData = {
    sources: [],
    areSourcesSent: false,
    openingNotices: null,
    findSources: null,
    notices: [],
    output: null,
    used: noTokenUsage,
    llm: null,
    need: null,
    images: [],
    masking: null,
  }
  const receiver = textReceiver(flusher, run, data, () => {
    hasOverflowed = true
    run.controller.abort()
  })
  try {
    const result = await generate(deps, run, data, prepare, receiver.onDelta)
    receiver.end(result.finish === 'length' ? 'cut' : 'whole')
    outcome = hasOverflowed ? tooLongOutcome(result) : finishedOutcome(result)
  } catch (error) {
    receiver.end('failed')
    outcome = hasOverflowed ? tooLongOutcome(null) : failedOutcome(run, error)
    if (outcome.code === 'server.unexpected') deps.log.error({ err: describe(error), stream_id: run.stream_id }, 'reply failed')
    else if (outcome.code !== null) deps.log.warn({ code: outcome.code, stream_id: run.stream_id }, 'reply failed')
  }
  if (data.output !== null) {
    data.sources = data.output.sources()
    if (data.sources.length > 0) run.log.add({ type: 'sources', sources: data.sources })
    data.used = addTokenUsage(data.used, data.output.used())
    const usage = data.output.usage()
    if (usage !== null) outcome = { ...outcome, result: { finish: 'stop', model: data.llm?.model ?? noModel, ...outcome.result, usage } }
  }
  if (data.findSources !== null) {
    // Before the first text, no sources were sent and none may be now: a failure must still become an HTTP error.
    data.sources = data.findSources(run.log.text())
    if (run.log.hasBegun()) run.log.add({ type: 'sources', sources: data.sources })
  }
  const savedOutcome = await closeReply(deps, flusher, run, outcome, data)
  sendEnd(run, savedOutcome, data.images, data.masking?.masked())
  deps.onEnded?.(run.owner_id)
  deps.metrics?.ended(savedOutcome.status, savedOutcome.code)
  const usage = savedOutcome.result?.usage
  if (usage) deps.metrics?.tokens(usage.prompt_tokens, usage.completion_tokens)
}

/** Data of a prepared prompt, filled as generation proceeds. */
type GenerationData = ReplyOpening & {
  findSources: ((reply: string) => Source[]) | null
  /** Output of a reply written by several model calls; null for a single call. */ output: CollectedOutput | null
  used: TokenUsage
  /** Model selected for the reply, and levels of its request; null before its prompt is prepared. */
  llm: Llm | null
  need: ReplyNeed | null
  /** Pictures that the answering model received. */
  images: SentImage[]
  masking: PreparedPrompt['masking'] | null
}

/** Prepares the prompt and calls the model. If the model rejects the prompt as too long before any text, prepares a shorter one and calls again, once. */
async function generate(
  deps: WritingDeps,
  run: ReplyRun,
  given: GenerationData,
  prepare: NewReplyRun['prepare'],
  onDelta: (text: string) => void,
): Promise<LlmResult> {
  const { signal } = run.controller
  let calledAt = 0
  const onText = (text: string) => {
    if (calledAt > 0) deps.metrics?.firstToken(performance.now() - calledAt)
    calledAt = 0
    onDelta(text)
  }
  const callModel = async (prompt: PreparedPrompt): Promise<LlmResult> => {
    given.sources = prompt.sources ?? []
    given.findSources = prompt.findSources ?? null
    given.notices = prompt.notices ?? []
    given.openingNotices = prompt.openingNotices ?? null
    given.llm = prompt.llm
    given.need = prompt.need ?? null
    given.masking = prompt.masking ?? null
    const need = given.need ?? { needed_level: 1, documents_level: 1 }
    if (run.message_id !== null && (given.sources.length > 0 || need.needed_level > 1)) await savePrompt(deps.db, run.message_id, given.sources, need)
    if (prompt.answer !== undefined) return sendReadyAnswer(prompt.answer, run.prefix ?? '', onDelta)
    // The first attempt used tokens even if its prompt was then too long.
    if (given.output !== null) given.used = addTokenUsage(given.used, given.output.used())
    if (prompt.write !== undefined) return prompt.write((given.output = createOutput(deps, run, onDelta)), signal)
    given.output = null
    const { messages, purpose, maxTokens, llm, images } = prompt
    const onAnswering = ({ readsImages }: { readsImages: boolean }) => {
      given.images = readsImages ? (images?.sent ?? []) : []
      given.notices = [...((readsImages ? images?.notices : images?.unreadNotices) ?? []), ...(prompt.notices ?? [])]
    }
    // `onAnswering` is only called for messages with images.
    if (messages.every((message) => message.images === undefined)) onAnswering({ readsImages: llm.readsImages.first })
    calledAt ||= performance.now()
    const request = { messages, purpose, signal, onDelta: onText, onAnswering, ...(maxTokens !== undefined && { maxTokens }) }
    return completeWithUsage(llm, request, (used) => {
      given.used = addTokenUsage(given.used, used)
    })
  }
  const prompt = await prepare(signal)
  try {
    return await callModel(prompt)
  } catch (error) {
    if (prompt.shorterWindow === undefined || !(error instanceof LlmError) || error.code !== 'llm.too_long' || error.afterFirstDelta) throw error
    deps.log.warn({ code: error.code, stream_id: run.stream_id }, 'prompt halved')
    return callModel(await prepare(signal, prompt.shorterWindow()))
  }
}

/**
 * Sends a ready-made answer.
 * @throws {AppError} `conversations.cannot_resume` when it does not start with `prefix`: it cannot complete an interrupted sentence
 */
function sendReadyAnswer(answer: string, prefix: string, onDelta: (text: string) => void): LlmResult {
  if (!answer.startsWith(prefix)) throw new AppError('conversations.cannot_resume')
  onDelta(answer.slice(prefix.length))
  // No model was called: usage is known to be zero.
  return { finish: 'stop', usage: { prompt_tokens: 0, completion_tokens: 0 }, model: noModel }
}

const attemptsBeforeNotice = 8
/** Attempts to close a row when the database rejects its content. Several, because a constraint may depend on a concurrent transaction. */
const maxRejectedAttempts = 3
const maxRetryDelayMs = 15_000

/**
 * Closes the message row, retrying as long as the process lives: the text is stored nowhere else. After 8 failed attempts (31 seconds of waiting between
 * them), readers are told that the reply is cut. If the database rejects the content itself, gives up after `maxRejectedAttempts` attempts, and housekeeping
 * closes the row with the text saved so far (`closeOrphans`).
 */
async function closeReply(
  deps: WritingDeps,
  flusher: Flusher,
  run: ReplyRun,
  outcome: WriteOutcome,
  { sources, areSourcesSent, findSources, used, llm, need, images }: GenerationData,
): Promise<WriteOutcome> {
  const answered = answeringModel(outcome)
  // A request that no model may answer has reached none: it counts for nothing.
  const isRefused = outcome.error?.need !== undefined && used.prompt_tokens + used.completion_tokens === 0
  const use = isRefused ? null : { ...used, model: outcome.result?.model ?? answered?.model ?? llm?.model ?? noModel }
  if (run.message_id === null) {
    if (run.slot) await deps.places.release(run.slot, use)
    return outcome
  }
  await flusher.finishSaving(run)
  // Not `begun()`: a `sources` event may precede the first text.
  const content = run.log.length() > 0 ? run.log.text() : (run.prefix ?? '')
  const end: ReplyEnd = {
    status: outcome.status,
    finish_reason: outcome.finish_reason,
    error_code: outcome.code,
    content,
    // Without one that the maximum length cut.
    notices: run.notices.filter(({ text }) => content.includes(text)),
    sources,
    images,
    model: outcome.result?.model ?? answered?.model ?? null,
    level: answered?.level ?? null,
    model_reason: answered?.reason ?? null,
    expected_model: answered?.expected ?? null,
    needed_level: need?.needed_level ?? outcome.error?.need?.level ?? null,
    documents_level: need?.documents_level ?? null,
    usage: outcome.result?.usage ?? null,
    model_ms: use === null || use.model === noModel ? null : used.model_ms,
    ...(areSourcesSent && findSources !== null && sources.length === 0 && { progress: { done: 0, total: 0, events: 1, prefix: 0 } }),
  }
  const slotUse = run.slot === undefined ? null : { place: run.slot, use }
  const unavailable: WriteOutcome = { status: 'interrompue', finish_reason: 'cut', code: 'server.unavailable', result: null }
  for (let attempt = 1; !deps.isClosed(); attempt += 1) {
    try {
      await endReply(deps.db, deps.writer_id, run.message_id, end, slotUse, run.log.listeners() > 0)
      return outcome
    } catch (error) {
      deps.log.warn({ err: describe(error), stream_id: run.stream_id, attempt }, 'reply not closed yet')
      if (attempt >= maxRejectedAttempts && isPermanentFailure(error)) {
        deps.log.error({ err: describe(error), stream_id: run.stream_id }, 'reply refused by the database')
        await flusher.saveNow(run)
        if (run.slot) await deps.places.release(run.slot, use)
        return { ...unavailable, code: 'server.unexpected' }
      }
      if (attempt === attemptsBeforeNotice) sendEnd(run, unavailable)
      await new Promise((resolve) => setTimeout(resolve, Math.min(125 * 2 ** attempt, maxRetryDelayMs)).unref())
    }
  }
  return unavailable
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}

function createOutput(deps: ReplyRunsDeps, run: ReplyRun, delta: ReplyOutput['appendText']): CollectedOutput {
  let sources: Source[] = []
  let usage: ReplyEnd['usage'] = null
  let used = noTokenUsage
  let isUncounted = false
  let saving = Promise.resolve()
  const save = async (progress: ReadingProgress) => {
    if (run.message_id === null) return
    await saveProgress(deps.db, run.message_id, progress, usage).catch(() => deps.log.warn({ stream_id: run.stream_id }, 'progress not saved'))
  }
  return {
    appendText: delta,
    recordNotices: (notices) => recordNotices(run, notices),
    reportProgress(state) {
      run.log.add({ type: 'progress', ...state })
      const progress = { ...state, events: run.log.lastId(), prefix: run.prefix?.length ?? 0 }
      saving = saving.then(() => save(progress))
      return saving
    },
    async reserveTokens(tokens) {
      if (run.slot === undefined) return
      await raiseReservation(deps.db, run.slot.entry, tokens).catch(() => deps.log.warn({ stream_id: run.stream_id }, 'what a reading holds was not noted'))
    },
    setSources(cited) {
      sources = cited
    },
    addUsage(more, isCut) {
      used = addTokenUsage(used, more)
      if (isCut) return
      const isCounted = more.estimated_tokens === 0
      isUncounted ||= !isCounted
      usage = {
        prompt_tokens: (usage?.prompt_tokens ?? 0) + (isCounted ? more.prompt_tokens : 0),
        completion_tokens: (usage?.completion_tokens ?? 0) + (isCounted ? more.completion_tokens : 0),
      }
    },
    sources: () => sources,
    usage: () => (isUncounted ? null : usage),
    used: () => used,
  }
}
