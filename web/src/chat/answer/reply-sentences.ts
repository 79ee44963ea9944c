import { ApiError, noAnswer } from '../../api/transport/api-error.ts'
import { separateChanges } from '../../writing/answers/answer-changes.ts'
import { plural } from '../../ui/words/formats.ts'
import type { ChatMessage, RunningReply } from '../machine/state.ts'

/** Text of a failed reply (specification, chapter 8). */
export const failureSentence = 'Désolé, une erreur est survenue. Veuillez réessayer.'

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

/**
 * Text displayed for a reply, without the changes to a document that it asks for. A reply that failed before its first word shows `failureSentence`.
 */
export const displayedText = (message: Pick<ChatMessage, 'status' | 'content'>): string =>
  message.status === 'erreur' && message.content === '' ? failureSentence : separateChanges(message.content, message.status === 'en_cours').prose

/** Number of changes to a document that a reply asks for, with the one being written. */
export const changeCountOf = ({ content, status }: Pick<ChatMessage, 'status' | 'content'>): number =>
  separateChanges(content, status === 'en_cours').changeCount

/** Sentence in place of the changes that a finished reply asks for, outside the conversation; null without any. */
export function changesSentence(message: Pick<ChatMessage, 'status' | 'content'>): string | null {
  const count = changeCountOf(message)
  return count === 0 ? null : `Cette réponse propose ${plural(count, 'modification')} d’un document.`
}

/** Sentence on the progress of a full reading, until the answer's first word; null otherwise. */
export function readingProgressSentence({ progress }: Pick<ChatMessage, 'progress'>, reply: RunningReply): string | null {
  if (progress === null || reply.received !== '') return null
  return progress.done === progress.total ? 'Lecture terminée, rédaction de la réponse…' : `Lecture du document\u00a0: ${partsOf(progress)}`
}

const partsOf = ({ done, total }: { done: number; total: number }): string => `${done}\u00a0${done > 1 ? 'parties' : 'partie'} sur ${total}`

/** Action offered on an incomplete reply; null for a complete one. Callers offer it on the last message only. */
export function recoveryActionOf(message: ChatMessage): 'resume' | 'continue' | 'retry' | null {
  if (message.role !== 'assistant') return null
  if (message.status === 'erreur') return 'retry'
  if (message.status !== 'interrompue') return null
  if (message.finish_reason === 'stopped' && message.content === '' && message.progress === null) return 'retry'
  return message.finish_reason === 'stopped' || message.finish_reason === 'length' ? 'continue' : 'resume'
}

/** Sentence that says why a reply is incomplete and what was saved. */
export function explanationOf(
  message: Pick<ChatMessage, 'status' | 'finish_reason' | 'error' | 'content'> & Partial<Pick<ChatMessage, 'progress'>>,
): string | null {
  if (message.status === 'erreur') return message.error
  if (message.status !== 'interrompue') return null
  const isEmpty = message.content === ''
  if (isEmpty && message.progress) {
    const subject = message.finish_reason === 'stopped' ? 'Vous avez arrêté la lecture' : 'La lecture s’est interrompue'
    return `${subject}\u00a0: ${partsOf(message.progress)}. Ce qui est lu est gardé et ne sera pas relu.`
  }
  if (message.finish_reason === 'stopped')
    return isEmpty ? 'Vous avez arrêté cette réponse avant son premier mot.' : 'Vous avez arrêté cette réponse. Ce qui était écrit est gardé.'
  if (message.finish_reason === 'length') return 'La réponse a atteint sa longueur maximale\u00a0: elle est tronquée.'
  if (message.finish_reason === 'crash')
    return isEmpty
      ? 'Le service s’est arrêté avant le premier mot de cette réponse.'
      : 'Le service s’est arrêté pendant cette réponse. Ce qui était écrit est gardé.'
  return message.error ?? 'La connexion avec le modèle a été coupée\u00a0: la réponse est incomplète.'
}
