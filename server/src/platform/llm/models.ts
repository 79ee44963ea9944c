import type { ModelLevel } from '@parvis/contract'
import { completeMasked, type RequestMasking } from './masking.ts'
import {
  LlmError,
  type AnsweringModel,
  type Llm,
  type LlmClient,
  type LlmClock,
  type LlmErrorCode,
  type LlmMessage,
  type LlmRequest,
  type LlmResult,
} from './port.ts'

/** Facts of a model on which its footprint depends: parameters in billions, zone of the electricity mix, power usage effectiveness. */
export type ModelFacts = { params_active?: number; params_total?: number; zone?: string; pue?: number }

/** Model of the settings. `host`: null when nothing leaves the process. `name`: its name on the server. */
export type Model = { id: string; label: string; level: ModelLevel; images: boolean; host: string | null; name?: string; facts?: ModelFacts }

/** Requirements of a request on the model that answers it. */
export type ModelNeed = {
  /** Minimum level: a model below it is never called. */
  level: ModelLevel
  /** Minimum level without the documents of the request. It determines the expected model; default: `level`. */
  usualLevel?: ModelLevel
  /** Id of the preferred model. Null, unknown, or below `usualLevel`: the first one of the list. */
  preferredId?: string | null
}

/** Requirements of a completion: also the masking of its texts, without which there is none. */
export type CompletionNeed = ModelNeed & { masking: RequestMasking }

/** Models of the settings. A completion always passes through `select`, so that no call can ignore the level. */
export type Models = {
  /** In order of preference. */
  list: readonly Model[]
  /** Names of the levels 1 to 3. */
  levelNames: readonly string[]
  /** True for the demonstration model, which the interface must present as such. */
  builtIn: boolean
  /**
   * Returns the candidates for a request, as one model that calls the preferred one first, then the others in order; for a request with images, those that
   * read them before the others.
   * @throws {LlmError} `llm.no_model_for_level`
   */
  select(need: CompletionNeed): Llm
  /**
   * Returns the first candidate for a request, without a completion: its id, its level, and the context window that the prompt must fit.
   * @throws {LlmError} `llm.no_model_for_level`
   */
  expect(need: ModelNeed): Omit<Llm, 'complete'>
  /** Returns the ids of the models that answer. Takes `PROBE_WAIT_MS` at most: a slower server keeps its last known state meanwhile. */
  available(): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

const SKIP_MS = 30_000
/** Age after which the state of a server is asked for again, and maximum wait for the answer, in milliseconds. */
const PROBE_MS = 10_000
const PROBE_WAIT_MS = 80

/** Errors that mean a failing server; others concern a single request. */
const SERVER_FAILURES: ReadonlySet<LlmErrorCode> = new Set(['llm.unreachable', 'llm.overloaded', 'llm.bad_answer', 'llm.first_token_timeout'])

const isServerFailure = (error: unknown): error is LlmError => error instanceof LlmError && SERVER_FAILURES.has(error.code)

/** Masking of a selection without a completion. */
const noCompletion: RequestMasking = { mask: () => Promise.reject(new Error('a completion without masking')), masked: () => ({}) }

const withoutCompletion = ({ complete: _, ...expected }: Llm): Omit<Llm, 'complete'> => expected

type ModelClient = { model: Model; client: LlmClient }

/** State of a server: whether its last probe succeeded. */
type ProbeState = { isUp: boolean; probedAt: number; running: Promise<void> | null }

/** Creates the record of the servers' states. A server counts as up until its first probe has failed. */
const createProbes = (clock: LlmClock) => {
  const states = new Map<LlmClient, ProbeState>()
  const stateOf = (client: LlmClient): ProbeState => {
    const known = states.get(client) ?? { isUp: true, probedAt: -Infinity, running: null }
    states.set(client, known)
    return known
  }
  return {
    isUp: (client: LlmClient): boolean => stateOf(client).isUp,
    /** Asks a server for its state, unless it was asked for less than `PROBE_MS` ago. */
    refresh(client: LlmClient): Promise<void> {
      const state = stateOf(client)
      if (state.running !== null || clock.now() - state.probedAt < PROBE_MS) return state.running ?? Promise.resolve()
      state.running = client.isUp().then((isUp) => {
        Object.assign(state, { isUp, probedAt: clock.now(), running: null })
      })
      return state.running
    },
  }
}

/**
 * Returns the expected model of a request, and the candidates: the preferred one first, then the others in order.
 * @throws {LlmError} `llm.no_model_for_level`
 */
function candidatesFor(models: readonly ModelClient[], { level, usualLevel = level, preferredId }: ModelNeed, levelNames: readonly string[]) {
  const eligible = models.filter(({ model }) => model.level >= level)
  const preferred = models.find(({ model }) => model.id === preferredId)
  const expected = preferred ?? models.find(({ model }) => model.level >= usualLevel) ?? models[0]!
  const [first, ...others] = eligible.toSorted((one, other) => Number(other === preferred) - Number(one === preferred))
  if (first === undefined) throw noModel(level, levelNames)
  const candidates: readonly [ModelClient, ...ModelClient[]] = [first, ...others]
  return { expected, candidates }
}

/** Sorts the candidates for a request: healthy ones first; among them the preferred one, then, if the request has images, those that read them. */
function inOrder(candidates: readonly [ModelClient, ...ModelClient[]], healthy: ReadonlySet<ModelClient>, { messages }: LlmRequest): ModelClient[] {
  const hasImages = messages.some(({ images }) => images !== undefined)
  const missesImages = (candidate: ModelClient) => hasImages && candidate !== candidates[0] && !candidate.model.images
  return candidates.toSorted((a, b) => Number(healthy.has(b)) - Number(healthy.has(a)) || Number(missesImages(a)) - Number(missesImages(b)))
}

/**
 * Creates the set of models. A failing model is called last for 30 s, or as long as its Retry-After asks. The next model is tried only before the first
 * text, so that two answers are never joined.
 */
export const createModelSet = (
  models: readonly ModelClient[],
  { clock, levelNames, builtIn }: { clock: LlmClock; levelNames: readonly string[]; builtIn: boolean },
): Models => {
  const skippedUntil = new Map<LlmClient, number>()
  const probes = createProbes(clock)
  const isSkipped = ({ client }: ModelClient) => (skippedUntil.get(client) ?? 0) > clock.now()

  const select = ({ masking, ...need }: CompletionNeed): Llm => {
    const { level } = need
    const { expected, candidates } = candidatesFor(models, need, levelNames)
    const [first] = candidates

    /** Returns the candidates that are not failing, or all of them when all are failing. */
    const candidatesNow = () => {
      const healthy = candidates.filter((candidate) => !isSkipped(candidate))
      return healthy.length > 0 ? healthy : candidates
    }

    const answering = (answered: ModelClient): AnsweringModel => ({
      model: answered.model.id,
      level: answered.model.level,
      ...(answered !== expected && { reason: expected.model.level < level ? 'level' : 'unavailable', expected: expected.model.id, needed: level }),
    })

    const complete = async (request: LlmRequest): Promise<LlmResult> => {
      let lastError: unknown
      const healthy = new Set(candidatesNow())
      for (const candidate of inOrder(candidates, healthy, request)) {
        // A model that was failing may have recovered. It is not asked for what the others refused.
        if (!healthy.has(candidate) && !isServerFailure(lastError)) break
        const { client, model } = candidate
        try {
          const result = await completeMasked(client, model, requestFor(model, request), masking)
          skippedUntil.delete(client)
          return { ...result, ...answering(candidate) }
        } catch (error) {
          if (!(error instanceof LlmError)) throw error
          if (!error.afterFirstDelta && isServerFailure(error)) {
            skippedUntil.set(client, clock.now() + Math.max(SKIP_MS, error.retryAfterMs ?? 0))
          }
          // A reply that failed after its first text names its model, which the message stores.
          if (error.afterFirstDelta || error.code === 'llm.aborted' || request.signal.aborted) throw Object.assign(error, { answeredBy: answering(candidate) })
          // Report `llm.too_long` rather than a later error: the caller can shorten the prompt.
          if (!(lastError instanceof LlmError && lastError.code === 'llm.too_long')) lastError = error
        }
      }
      // Where every model may answer, the failure of the servers is the whole story.
      if (level > 1 && isServerFailure(lastError)) throw noModel(level, levelNames, lastError)
      throw lastError
    }

    return {
      model: first.model.id,
      level: first.model.level,
      readsImages: { first: first.model.images, any: candidates.some(({ model }) => model.images) },
      // The prompt must fit any of the models that may answer.
      contextTokens: () => Math.min(...candidatesNow().map(({ client }) => client.contextTokens())),
      complete,
    }
  }

  return {
    list: models.map(({ model }) => model),
    levelNames,
    builtIn,
    select,
    expect: (need) => withoutCompletion(select({ ...need, masking: noCompletion })),
    async available() {
      const answers = Promise.all(models.map(({ client }) => probes.refresh(client)))
      await Promise.race([answers, new Promise<void>((resolve) => void clock.after(PROBE_WAIT_MS, resolve))])
      return new Set(models.filter((candidate) => !isSkipped(candidate) && probes.isUp(candidate.client)).map(({ model }) => model.id))
    },
    async close() {
      await Promise.all(models.map(({ client }) => client.close()))
    },
  }
}

/** Returns the request that a model receives: without images if it does not read them. One without images is returned as it is. */
function requestFor(model: Model, request: LlmRequest): LlmRequest {
  if (request.messages.every(({ images }) => images === undefined)) return request
  const { onDelta, onAnswering } = request
  let hasBegun = false
  return {
    ...request,
    messages: model.images ? request.messages : request.messages.map(withoutImages),
    onDelta(text) {
      if (!hasBegun) onAnswering?.({ readsImages: model.images })
      hasBegun = true
      onDelta(text)
    },
  }
}

const withoutImages = ({ role, content }: LlmMessage): LlmMessage => ({ role, content })

/** Creates the refusal of a request for which no model is configured, or none answers (`cause`: the last failure). */
const noModel = (level: ModelLevel, levelNames: readonly string[], cause?: LlmError): LlmError =>
  new LlmError('llm.no_model_for_level', {
    need: { level, name: levelNames[level - 1]!, isConfigured: cause !== undefined },
    ...(cause?.retryAfterMs !== undefined && { retryAfterMs: cause.retryAfterMs }),
    cause,
  })
