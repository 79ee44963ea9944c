import type { InstanceInfo, ModelLevel, ReplyModel } from '@parvis/contract'

/** Models and level names of the instance, as `GET /api/instance` gives them. */
export type InstanceModels = Pick<InstanceInfo, 'models' | 'level_names'>

export const levels = [1, 2, 3] as const satisfies readonly ModelLevel[]

/** Returns the name of a level: « interne ». */
export const levelName = ({ level_names }: Pick<InstanceInfo, 'level_names'>, level: ModelLevel): string => level_names[level - 1] ?? String(level)

/** Returns the label of a model; its id when the settings no longer have it. */
export const modelLabel = ({ models }: Pick<InstanceInfo, 'models'>, id: string): string => models.find((model) => model.id === id)?.label ?? id

/** Whether the models of the instance have different levels. */
export const hasLevels = ({ models }: Pick<InstanceInfo, 'models'>): boolean => models.some(({ level }) => level !== models[0]?.level)

/** Returns the models that may answer a request of this level, in order of preference. */
export const candidatesFor = <M extends { level: ModelLevel }>(models: readonly M[], level: ModelLevel): M[] => models.filter((model) => model.level >= level)

/** Returns « Mistral Small, niveau externe ». */
export const modelAndLevel = (instance: InstanceModels, id: string, level: ModelLevel | null): string =>
  `${modelLabel(instance, id)}${level === null ? '' : `, niveau ${levelName(instance, level)}`}`

/** Sentence of the conversation that says that another model than the expected one wrote an answer, and why. */
export function substitutionSentence(instance: InstanceModels, { model = '', model_reason, expected_model, needed_level }: ReplyModel): string {
  const writer = modelLabel(instance, model)
  if (model_reason === 'level') {
    const level = needed_level === undefined ? 'un niveau plus élevé' : `le niveau «\u00a0${levelName(instance, needed_level)}\u00a0»`
    return `Cette réponse demande ${level}\u00a0: elle a été écrite par ${writer}.`
  }
  return `${expected_model === undefined ? 'Le modèle attendu' : modelLabel(instance, expected_model)} n’a pas répondu\u00a0: cette réponse a été écrite par ${writer}.`
}
