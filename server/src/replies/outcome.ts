import { errorSentence, isErrorCode, type ErrorCode, type FinishReason, type ModelLevel, type ReplyModel, type SentImage } from '@parvis/contract'
import { AppError } from '../platform/errors/app-error.ts'
import { toAppError } from '../platform/errors/to-app-error.ts'
import type { ReplyNotice } from '../platform/db/schema/conversations.ts'
import { levelSentence } from './level-sentence.ts'
import { LlmError, type AnsweringModel, type LlmResult } from '../platform/llm/port.ts'
import type { MaskedTurn } from '../platform/llm/masking.ts'
import type { ReplyRun } from './run.ts'
import type { ReplyEnd } from './store.ts'
import { noModel } from './usage.ts'

/** How the writing of a reply ended. */
export type WriteOutcome = {
  status: ReplyEnd['status']
  finish_reason: FinishReason
  code: ErrorCode | null
  result: LlmResult | null
  /** Failure of the model. It may name the model that had begun to answer, or the level that no model has. */
  error?: LlmError
  retryAfterSeconds?: number
}

/** Returns the model that wrote the reply, whole or in part; null when none did. */
export function answeringModel({ result, error }: WriteOutcome): AnsweringModel | null {
  const answered = result ?? error?.answeredBy ?? null
  return answered === null || answered.model === noModel ? null : answered
}

export const tooLongOutcome = (result: LlmResult | null): WriteOutcome => ({ status: 'interrompue', finish_reason: 'length', code: null, result })

export function finishedOutcome(result: LlmResult): WriteOutcome {
  if (result.finish === 'length') return { status: 'interrompue', finish_reason: 'length', code: null, result }
  if (result.finish === 'filtered') return { status: 'interrompue', finish_reason: 'cut', code: 'llm.filtered', result }
  return { status: 'complete', finish_reason: 'stop', code: null, result }
}

export function failedOutcome(run: ReplyRun, error: unknown): WriteOutcome {
  const failure = error instanceof LlmError ? { error } : {}
  if (run.abortReason === 'stopped' || run.abortReason === 'cancelled')
    return { status: 'interrompue', finish_reason: 'stopped', code: null, result: null, ...failure }
  if (run.abortReason === 'cut') return { status: 'interrompue', finish_reason: 'cut', code: 'server.stopping', result: null, ...failure }
  const raw = (error as { code?: unknown } | null)?.code
  const code = isErrorCode(raw) ? raw : toAppError(error).code
  const partial = run.log.hasBegun() || Boolean(run.prefix)
  if (partial) return { status: 'interrompue', finish_reason: 'cut', code, result: null, ...failure }
  const retryAfterMs = error instanceof LlmError ? error.retryAfterMs : undefined
  return {
    status: 'erreur',
    finish_reason: 'error',
    code,
    result: null,
    ...failure,
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
  }
}

/** Ends the events of a reply. `images`: pictures that its model received. */
export function sendEnd(run: ReplyRun, outcome: WriteOutcome, images: readonly SentImage[] = [], masked: MaskedTurn = {}): void {
  if (!run.log.hasBegun() && outcome.code !== null) {
    run.failedBefore = new AppError(outcome.code, {
      ...levelRefusal(outcome),
      ...(outcome.retryAfterSeconds !== undefined && { retryAfterSeconds: outcome.retryAfterSeconds }),
    })
  }
  const usage = outcome.result?.usage
  if (usage) run.log.add({ type: 'usage', ...usage })
  const { sentence, level } = levelRefusal(outcome)
  if (outcome.code !== null)
    run.log.add({ type: 'error', code: outcome.code, error: sentence ?? errorSentence(outcome.code), ...(level !== undefined && { level }) })
  run.log.add({
    type: 'done',
    status: outcome.status,
    finish_reason: outcome.finish_reason,
    message_id: run.message_id,
    ...replyModelOf(answeringModel(outcome)),
    ...replyDay(run.notices),
    ...(images.length > 0 && { images: [...images] }),
    ...masked,
  })
}

/** Returns the field of a message or of an event that has the day of a reply (`as_of`); nothing for the day of its creation. */
export function replyDay(notices: readonly ReplyNotice[]): { as_of?: string } {
  const day = notices.find(({ kind }) => kind === 'as_of')?.day
  return day === undefined ? {} : { as_of: day }
}

/** Returns the fields of a message or of an event that name the model of a reply. */
export const replyModelOf = (answered: AnsweringModel | null): ReplyModel =>
  answered === null
    ? {}
    : {
        model: answered.model,
        ...(answered.level !== undefined && { level: answered.level }),
        ...(answered.reason !== undefined && { model_reason: answered.reason }),
        ...(answered.expected !== undefined && { expected_model: answered.expected }),
        ...(answered.needed !== undefined && { needed_level: answered.needed }),
      }

/** Returns the sentence that names the level which no model has, and who can act; nothing for any other failure. */
function levelRefusal({ error }: WriteOutcome): { sentence?: string; level?: ModelLevel } {
  if (error?.need === undefined) return {}
  const { level, name, isConfigured } = error.need
  return { sentence: levelSentence(name, isConfigured), level }
}
