import type { InstanceInfo } from '@parvis/contract'
import { closeOpenMarkup } from '@parvis/markdown'
import type { ChatMessage } from '../machine/state.ts'
import { displayedText } from './reply-sentences.ts'

/** Closes the Markdown marks left open by an interrupted reply. Returns the text unchanged if closing them would remove part of it. */
export function withClosedMarkup(text: string): string {
  const closed = closeOpenMarkup(text)
  return closed.startsWith(text.trimEnd()) ? closed : text
}

/** Text of a finished message, as shown on the screen, copied to the clipboard and written to files. */
export function finishedText(message: Pick<ChatMessage, 'status' | 'content'>): string {
  const text = displayedText(message)
  return message.status === 'interrompue' ? withClosedMarkup(text) : text
}

/** Model that wrote an answer, as the model server names it; null when none was called or it is unknown. */
export interface AnswerModel {
  model: string | null
  /** Whether the first model of the instance failed to answer. */
  isFallback: boolean
}

/**
 * Sentence that names the model that wrote an answer.
 * @param first the first model of the instance; null until it is known
 */
export function modelSentence({ model, isFallback }: AnswerModel, first: InstanceInfo['model'] | null): string {
  if (model === null) return 'Aucun modèle n’a écrit cette réponse, ou il n’est pas connu.'
  if (first?.built_in && first.name === model) return 'Réponse préparée par le modèle de démonstration.'
  const written = `Réponse écrite par le modèle «\u00a0${model}\u00a0»`
  return isFallback ? `${written}, qui a pris le relais\u00a0: le modèle principal ne répondait pas.` : `${written}.`
}
