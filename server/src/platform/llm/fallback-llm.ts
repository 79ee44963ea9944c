import { LlmError, type Llm, type LlmClock, type LlmErrorCode, type LlmRequest, type LlmResult } from './port.ts'

const SKIP_MS = 30_000

/** Errors that mean a failing server; others concern a single request. */
const SERVER_FAILURES: ReadonlySet<LlmErrorCode> = new Set(['llm.unreachable', 'llm.overloaded', 'llm.bad_answer', 'llm.first_token_timeout'])

/**
 * Creates a model that tries several in order. It tries the next one only before the first text, so that two answers are never joined. A failing model is
 * skipped for 30 s, or as long as its Retry-After asks, unless all of them fail.
 */
export const createFallbackLlm = (models: readonly [Llm, ...Llm[]], clock: LlmClock): Llm => {
  const skippedUntil = new Map<Llm, number>()

  /** Returns the models that are not failing, or all of them when all are failing. */
  const candidatesNow = () => {
    const healthy = models.filter((model) => (skippedUntil.get(model) ?? 0) <= clock.now())
    return healthy.length > 0 ? healthy : models
  }

  const complete = async (request: LlmRequest): Promise<LlmResult> => {
    let lastError: unknown
    for (const model of candidatesNow()) {
      try {
        const result = await model.complete(request)
        skippedUntil.delete(model)
        return model === models[0] ? result : { ...result, isFallback: true }
      } catch (error) {
        if (!(error instanceof LlmError)) throw error
        if (!error.afterFirstDelta && SERVER_FAILURES.has(error.code)) {
          skippedUntil.set(model, clock.now() + Math.max(SKIP_MS, error.retryAfterMs ?? 0))
        }
        if (error.afterFirstDelta || error.code === 'llm.aborted' || request.signal.aborted) throw error
        // Report `llm.too_long` rather than a later error: the caller can shorten the prompt.
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
    // The prompt must fit any of the models that may answer.
    contextTokens: () => Math.min(...candidatesNow().map((model) => model.contextTokens())),
    complete,
    close: async () => {
      await Promise.all(models.map((model) => model.close()))
    },
  }
}
