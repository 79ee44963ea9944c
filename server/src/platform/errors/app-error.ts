import { errorSentence, errorStatus, type ErrorCode, type KeptSince, type SecondFactorKind } from '@parvis/contract'

type ErrorDetails = {
  /** Refused fields: name → French phrase. */
  fields?: Record<string, string>
  /** Replaces the catalogue's sentence where a fact must be told (a number, a date). Never content. */
  sentence?: string
  /** With `request.stale`: what is kept now. */
  changed?: KeptSince
  /** With `auth.second_factor_required`: what finishes this sign-in. */
  challenge?: string
  /** With it: what this account has for that. */
  factors?: SecondFactorKind[]
  /** With `quota.exhausted`: when there is some again, ISO 8601. */
  renews_at?: string
  /** Seconds before another try makes sense: sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** The only error that features throw. Its code decides the status and the sentence. */
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

/** Missing and not-yours are the same answer. */
export const notFound = (): AppError => new AppError('request.not_found')
