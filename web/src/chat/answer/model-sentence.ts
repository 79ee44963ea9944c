import type { InstanceInfo } from '@parvis/contract'
import { levelName, modelAndLevel, type InstanceModels } from '../../ui/words/model-words.ts'
import type { AnswerModel } from './answer-words.ts'

/**
 * Sentence that names the model that wrote an answer, and its level.
 * @param instance null until it is known
 */
export function modelSentence({ model, level, isFallback }: AnswerModel, instance: (InstanceModels & Pick<InstanceInfo, 'model'>) | null): string {
  if (model === null) return 'Aucun modèle n’a écrit cette réponse, ou il n’est pas connu.'
  if (instance?.model.built_in && instance.model.name === model)
    return `Réponse préparée par le modèle de démonstration.${level === null ? '' : ` Niveau\u00a0: ${levelName(instance, level)}.`}`
  const named = `Modèle\u00a0: ${instance === null ? model : modelAndLevel(instance, model, level)}.`
  return isFallback ? `${named} Il a pris le relais du modèle attendu, qui ne répondait pas.` : named
}
