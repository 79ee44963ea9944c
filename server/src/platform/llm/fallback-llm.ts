import { LlmError, type Llm, type LlmClock, type LlmErrorCode, type LlmRequest, type LlmResult } from './port.ts'

const BROKEN_FOR_MS = 30_000

/** What says that the server itself is ill; a refusal or an empty answer is about one request. */
const BREAKS: ReadonlySet<LlmErrorCode> = new Set(['llm.unreachable', 'llm.overloaded', 'llm.bad_answer', 'llm.first_token_timeout'])

/**
 * Tries the models in order, and goes on to the next one only before the first delta: two answers
 * are never glued together. A broken one is skipped for 30 s (or as long as it asked for), unless
 * all are broken.
 */
export const createFallbackLlm = (models: readonly [Llm, ...Llm[]], clock: LlmClock): Llm => {
  const brokenUntil = new Map<Llm, number>()

  /** Those that may answer; all of them when all are broken. */
  const candidatesNow = () => {
    const sound = models.filter((model) => (brokenUntil.get(model) ?? 0) <= clock.now())
    return sound.length > 0 ? sound : models
  }

  const complete = async (request: LlmRequest): Promise<LlmResult> => {
    let lastError: unknown
    for (const model of candidatesNow()) {
      try {
        const result = await model.complete(request)
        brokenUntil.delete(model)
        return model === models[0] ? result : { ...result, isFallback: true }
      } catch (error) {
        if (!(error instanceof LlmError)) throw error
        if (!error.afterFirstDelta && BREAKS.has(error.code)) {
          brokenUntil.set(model, clock.now() + Math.max(BROKEN_FOR_MS, error.retryAfterMs ?? 0))
        }
        if (error.afterFirstDelta || error.code === 'llm.aborted' || request.signal.aborted) throw error
        // A shorter prompt may help: that is worth more than the last reason.
        if (!(lastError instanceof LlmError && lastError.code === 'llm.too_long')) lastError = error
      }
    }
    throw lastError
  }

  const [first] = models
  return {
    name: models.map((model) => model.name).join(', '),
    model: first.model,
    builtIn: first.builtIn,
    host: models.map((model) => model.host).join(', '),
    // The prompt must fit whichever answers.
    contextTokens: () => Math.min(...candidatesNow().map((model) => model.contextTokens())),
    complete,
    close: async () => {
      await Promise.all(models.map((model) => model.close()))
    },
  }
}
