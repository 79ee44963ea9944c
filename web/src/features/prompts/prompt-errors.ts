import { ApiError, noAnswer } from '../../api/transport/api-error.ts'

type PromptAction = 'load' | 'save' | 'delete'

const failureSentences: Record<PromptAction, string> = {
  load: 'Impossible de charger les prompts',
  save: 'Impossible d’enregistrer le prompt',
  delete: 'Impossible de supprimer le prompt',
}

const unauthorised: Record<PromptAction, string> = {
  load: 'Vous devez être connecté pour accéder à cette ressource.',
  save: 'Vous devez être connecté pour effectuer cette action.',
  delete: 'Vous devez être connecté pour effectuer cette action.',
}

const forbiddenMessages: Record<PromptAction, string> = {
  load: "Vous n'avez pas les droits nécessaires pour accéder à cette ressource.",
  save: "Vous n'avez pas les droits d'administrateur nécessaires pour cette action.",
  delete: "Vous n'avez pas les droits d'administrateur nécessaires pour supprimer ce prompt.",
}

/** Returns the sentence of a failed call of the prompt library, by action (specification, chapter 8, prompts). */
export function promptErrorSentence(error: unknown, action: PromptAction): string {
  if (!(error instanceof ApiError)) return `${failureSentences[action]}. Veuillez réessayer.`
  switch (error.status) {
    case 0:
      return noAnswer
    case 401:
      return unauthorised[action]
    case 403:
      return forbiddenMessages[action]
    case 422:
      return "Erreur de validation des données. Vous n'avez probablement pas les droits d'administrateur nécessaires."
    // A response that does not come from our server has no sentence.
    default:
      return `Erreur ${error.status}: ${error.code === 'http' ? failureSentences[action] : error.error}`
  }
}
