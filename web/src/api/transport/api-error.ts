import type { ErrorBody, ErrorCode, KeptSince, SecondFactorKind } from '@parvis/contract'

/** No answer at all (specification, chapter 8). */
export const noAnswer = 'Aucune réponse du serveur. Vérifiez votre connexion internet.'

/** A call that failed. `message` is a French sentence for the person who asked. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  status: number
  /** Code of the contract; `network` without an answer, `http` when the answer is not one of ours (a proxy's page). */
  code: ErrorCode | 'network' | 'http'
  /** Same as `message`, under its name on the wire. */
  error: string
  /** Sentence per refused field. */
  fields: Record<string, string>
  /** What another saved since, when that is why it was refused. */
  changed: KeptSince | null
  /** What finishes a sign-in whose code is still to come. */
  challenge: string | null
  /** What the account has for that. */
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

/** The error of an answer that is not a success. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(response.status, typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {})
}

/** The server could not be reached, or says that it will soon be back: what was asked may be asked again as it is. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status)
}

/**
 * The sentence of an error for people; `fallback` when it is not one of a call. A failure of ours carries the beginning of its
 * reference, by which an administrator finds it among the recent errors.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === 'http') return fallback
  return error.status >= 500 && error.request_id ? `${error.message} (référence\u00a0: ${error.request_id.slice(0, 8)})` : error.message
}

export interface Failure {
  sentence: string
  /** Why, when it is known beside. */
  reason: string | null
}

/** For chapter 8's « the server error, else … »: without an answer there is no error of the server, and the reason is said beside. */
export function failureOf(error: unknown, fallback: string): Failure {
  const isSilent = error instanceof ApiError && error.status === 0
  return isSilent ? { sentence: fallback, reason: noAnswer } : { sentence: sentenceOf(error, fallback), reason: null }
}

/** Somebody else saved another version since: the form itself says which. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.changed !== null

/** What was asked for is not there, or not any more, for this person at least. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Only this makes room for another conversation: a server that is away for a moment still has the one that was asked for. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404, 422].includes(error.status)
