import type { ModelLevel } from '@parvis/contract'
import type { Models } from '../platform/llm/models.ts'

/** Levels of the settings, and the models that have them. */
export type ModelLevels = Pick<Models, 'list' | 'levelNames'>

/**
 * Returns the sentence that names the level which no model has, and who can act.
 * @param isConfigured such a model exists, and does not answer
 */
export const levelSentence = (name: string, isConfigured: boolean): string =>
  isConfigured
    ? `Cette demande veut un modèle de niveau «\u00a0${name}\u00a0», et aucun ne répond pour l’instant. Rien de ce que vous avez écrit n’est perdu\u00a0: réessayez dans un instant, ou prévenez votre administrateur.`
    : `Cette demande veut un modèle de niveau «\u00a0${name}\u00a0», et aucun n’est installé. Rien de ce que vous avez écrit n’est perdu\u00a0: prévenez votre administrateur.`

/** Returns that sentence for a saved reply, from the models of today. */
export const savedLevelSentence = ({ list, levelNames }: ModelLevels, level: ModelLevel): string =>
  levelSentence(
    levelNames[level - 1]!,
    list.some((model) => model.level >= level),
  )
