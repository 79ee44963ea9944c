import { ApiError, noAnswer } from '../../api/api-error.ts'

export interface Failure {
  /** What failed (specification, chapter 8). */
  sentence: string
  /** Why, when it is known. */
  reason: string | null
  fields: Record<string, string>
}

const reasonOf = (error: unknown): string | null => (error instanceof ApiError && error.code !== 'http' ? error.error : null)
const fieldsOf = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {})

/** A profile that was not kept: one sentence when the server refused it, the other when it could not be asked. */
export function profileFailure(error: unknown): Failure {
  const isAnswered = error instanceof ApiError && error.status > 0
  return {
    sentence: isAnswered ? 'Erreur lors de la mise à jour' : 'Erreur lors de la mise à jour du profil',
    reason: error instanceof ApiError && error.status === 0 ? noAnswer : reasonOf(error),
    fields: fieldsOf(error),
  }
}

/** A password that was not changed: the server's error, else the default one. */
export function passwordFailure(error: unknown): Failure {
  return { sentence: reasonOf(error) ?? 'Erreur lors du changement de mot de passe', reason: null, fields: fieldsOf(error) }
}
