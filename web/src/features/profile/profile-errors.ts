import { ApiError, failureMessageOf, noAnswer, type FailureMessage } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'

/** Error of a save: its sentence (specification, chapter 8), its reason if known, and the refused fields. */
export interface ProfileFailure extends FailureMessage {
  fields: Record<string, string>
}

const reasonOf = (error: unknown): string | null => (error instanceof ApiError && error.code !== 'http' ? error.error : null)

/** Returns the error of a profile save. The sentence depends on whether the server refused it or could not be reached. */
export function profileFailure(error: unknown): ProfileFailure {
  const isAnswered = error instanceof ApiError && error.status > 0
  return {
    sentence: isAnswered ? 'Erreur lors de la mise à jour' : 'Erreur lors de la mise à jour du profil',
    reason: error instanceof ApiError && error.status === 0 ? noAnswer : reasonOf(error),
    fields: fieldErrorsOf(error),
  }
}

/** Returns the error of a password change: that of the server, or a default one. */
export const passwordFailure = (error: unknown): FailureMessage => failureMessageOf(error, 'Erreur lors du changement de mot de passe')
