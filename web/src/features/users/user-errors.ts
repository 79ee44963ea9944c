import { ApiError } from '../../api/transport/api-error.ts'

/** Sentences of the specification, chapter 8, user administration. */
export const userMessages = {
  unexpected: 'Format de réponse inattendu',
  unreachable: 'Impossible de contacter le serveur...',
  status: 'Erreur lors de la modification du statut',
  role: 'Erreur lors de la modification du rôle',
  password: 'Erreur lors de la réinitialisation du mot de passe',
  removal: 'Erreur lors de la suppression',
  generic: 'Une erreur est survenue',
  denied: "Vous n'avez pas les droits administrateur nécessaires pour accéder à cette page.",
} as const

/** The response of the list has an unexpected format. */
export class UnexpectedAnswer extends Error {}

/** Returns the server's sentence with the status code; without a valid response, the sentence of the specification. */
export function describeUserError(error: unknown): string {
  if (error instanceof UnexpectedAnswer || error instanceof SyntaxError) return userMessages.unexpected
  if (!(error instanceof ApiError)) return userMessages.generic
  if (error.status === 0) return `${userMessages.unreachable} Vérifiez votre connexion, puis réessayez.`
  const sentence = error.code === 'http' ? userMessages.generic : error.message
  return `${sentence} (code\u00a0${error.status})`
}

/** Returns a function that describes the error of an action: `sentence`, then the reason. */
export const describeActionError =
  (sentence: string) =>
  (error: unknown): string =>
    `${sentence}. ${describeUserError(error)}`
