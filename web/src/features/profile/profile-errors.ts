import { ApiError, failureOf, noAnswer, type Failure as Said } from '../../api/transport/api-error.ts'

/** What failed (specification, chapter 8), why when it is known, and which fields. */
export interface Failure extends Said {
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
  return { ...failureOf(error, 'Erreur lors du changement de mot de passe'), fields: fieldsOf(error) }
}
