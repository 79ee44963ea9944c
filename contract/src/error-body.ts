import type { ErrorCode } from './errors.ts'

/** Body of every error answer. `message` repeats `error` (specification, chapter 8: "error or message"). */
export type ErrorBody = {
  error: string
  message: string
  code: ErrorCode
  request_id: string
  fields?: Record<string, string>
  /** Current state of the object, with `request.stale` and `request.precondition`. */
  changed?: ConcurrentChange
  /** Token that completes this sign-in, valid for five minutes, with `auth.second_factor_required`. */
  challenge?: string
  /** Factors of this account, with `auth.second_factor_required`. A recovery code is accepted as well. */
  factors?: SecondFactorKind[]
  /** Time at which tokens are available again, ISO 8601, with `quota.exhausted`. */
  renews_at?: string
  /** Level that the request needs, with `llm.no_model_for_level`. */
  level?: number
}

export type SecondFactorKind = 'code' | 'passkey'

/** Change made to an object after the caller had read it. */
export type ConcurrentChange = {
  /** Time of the change; the value of `expected_updated_at` to send once the caller has seen it. */
  at: string
  /** Display name of the author; null when unknown. */
  by: string | null
  /** The caller made the change, in another window. */
  is_own: boolean
  /** Current object, in the form that its own route answers. */
  current: Record<string, unknown>
}
