import type { InstanceInfo } from '@parvis/contract'

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
