import { ApiError, noAnswer } from '../../api/transport/api-error.ts'
import { failureSentence } from '../machine/screen.ts'

/** Message shown when the conversation, its assistant or its project has been deleted. */
export const deletedSentence =
  'Cette conversation, son assistant ou son projet n’existe plus\u00a0: il a été supprimé, dans une autre fenêtre peut-être. Votre message reste affiché ici\u00a0: copiez-le, puis ouvrez une nouvelle conversation.'

/** Text of a failed reply (`content`), and the sentence that explains it (`error`). */
export function replyFailureOf(error: unknown): { content: string; error: string | null } {
  if (!(error instanceof ApiError)) return { content: failureSentence, error: null }
  // Specification, chapter 8.
  if (error.code === 'auth.missing') return { content: 'Vous devez être connecté pour utiliser le chatbot. Veuillez vous reconnecter.', error: null }
  if (error.status === 401) return { content: 'Votre session a expiré. Veuillez vous reconnecter.', error: null }
  if (error.code === 'request.not_found') return { content: failureSentence, error: deletedSentence }
  return { content: failureSentence, error: error.status === 0 ? noAnswer : error.code === 'http' ? `HTTP: ${error.status}` : error.message }
}

/** Whether the conversation quota is reached: no other conversation can be saved until the person deletes one. */
export const isOverQuota = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'conversations.quota'
