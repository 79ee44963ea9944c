import { errorSentence, errorStatus, type ErrorCode, type ConcurrentChange, type SecondFactorKind } from '@parvis/contract'

type ErrorDetails = {
  /** Invalid fields: name → French phrase. */
  fields?: Record<string, string>
  /** Replaces the catalogue's sentence, to include a number or a date. Never content. */
  sentence?: string
  /** Current state of the object, with `request.stale`. */
  changed?: ConcurrentChange
  /** Token that completes this sign-in, with `auth.second_factor_required`. */
  challenge?: string
  /** Factors of the account, with `auth.second_factor_required`. */
  factors?: SecondFactorKind[]
  /** Time at which tokens are available again, ISO 8601, with `quota.exhausted`. */
  renews_at?: string
  /** Level that the request needs, with `llm.no_model_for_level`. */
  level?: number
  /** Delay before a retry, in seconds, sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** Error thrown by features. Its code determines the HTTP status and the sentence. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(details.sentence ?? errorSentence(code), options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus(this.code)
  }
}

/** Whether an error says that the file store does not answer: what needs a file waits, and is not a failure. */
export const isFilesUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'files.unavailable'

/** Builds `request.not_found`, the answer both for a missing object and for one that the caller has no access to. */
export const notFound = (): AppError => new AppError('request.not_found')
