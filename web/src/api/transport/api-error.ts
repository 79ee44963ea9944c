import type { ErrorBody, ErrorCode, ConcurrentChange, SecondFactorKind } from '@parvis/contract'

/** Message shown when no answer came (specification, chapter 8). */
export const noAnswer = 'Aucune réponse du serveur. Vérifiez votre connexion internet.'

/** Failure of a call. `message` is a French sentence for the user. */
export class ApiError extends Error {
  /** HTTP status; 0 without an answer. */
  status: number
  /** Error code of the contract; `network` without an answer, `http` if the answer does not come from the application (a proxy's page). */
  code: ErrorCode | 'network' | 'http'
  /** Same as `message`, under its name on the wire. */
  error: string
  /** Message of each refused field, by field name. */
  fields: Record<string, string>
  /** Version saved by another person since, if the call was refused for that reason. */
  changed: ConcurrentChange | null
  /** Token that continues a sign-in which requires a second factor. */
  challenge: string | null
  /** Second factors of the account. */
  factors: SecondFactorKind[]
  request_id: string | null

  constructor(status: number, body: Partial<ErrorBody> = {}, options?: ErrorOptions) {
    const sentence = body.error ?? body.message ?? (status === 0 ? noAnswer : `Erreur HTTP: ${status}`)
    super(sentence, options)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? (status === 0 ? 'network' : 'http')
    this.error = sentence
    this.fields = body.fields ?? {}
    this.changed = body.changed ?? null
    this.challenge = body.challenge ?? null
    this.factors = body.factors ?? []
    this.request_id = body.request_id ?? null
  }
}

/** Converts a failed response to an error. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(response.status, typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {})
}

/** Whether the failure is temporary (no answer, or status 429, 502, 503 or 504), so that the same request can be retried. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status)
}

/**
 * Message of an error for the user; `fallback` if it is not an error of the application. A server failure includes the start of its reference, by which
 * administrators find it in the recent errors.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === 'http') return fallback
  return error.status >= 500 && error.request_id ? `${error.message} (référence\u00a0: ${error.request_id.slice(0, 8)})` : error.message
}

export interface FailureMessage {
  sentence: string
  /** Cause shown beside the sentence; null when the sentence says it. */
  reason: string | null
}

/** Applies chapter 8's « the server error, else … ». Without an answer there is no server error: the fallback is used, and the reason is given beside it. */
export function failureMessageOf(error: unknown, fallback: string): FailureMessage {
  const hasNoAnswer = error instanceof ApiError && error.status === 0
  return hasNoAnswer ? { sentence: fallback, reason: noAnswer } : { sentence: sentenceOf(error, fallback), reason: null }
}

/** Whether another person has saved another version since the form was loaded. The form itself shows it. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.changed !== null

/** Whether the requested object does not exist, or is not accessible to this person. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/**
 * Whether a conversation no longer exists or cannot be used (400, 404, 422), so that a new one may replace it. A temporary server failure is no reason for
 * that.
 */
export const isConversationUnavailable = (error: unknown): boolean => error instanceof ApiError && [400, 404, 422].includes(error.status)
