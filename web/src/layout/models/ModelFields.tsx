import type { ModelLevel } from '@parvis/contract'
import { useInstance } from '../../api/use-instance.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { candidatesFor, levelName, modelLabel, type InstanceModels } from '../../ui/words/model-words.ts'
import { LevelField } from './LevelField.tsx'

export interface ModelChoice {
  /** Minimum level of the models that answer. */
  min_level: ModelLevel
  /** Id of the preferred model; null: the first one of the level. */
  model_id: string | null
  /** People may choose another model. */
  model_choice: boolean
}

interface ModelFieldsProps {
  value: ModelChoice
  onChange: (changes: Partial<ModelChoice>) => void
  errors: Partial<Record<keyof ModelChoice, string>>
}

/** Fields that choose the models of an assistant: level, preferred model, and whether people may choose. Renders nothing where there is one model only. */
export function ModelFields({ value, onChange, errors }: ModelFieldsProps) {
  const instance = useInstance()
  if (!instance || (instance.models.length < 2 && candidatesFor(instance.models, value.min_level).length > 0 && value.model_id === null)) return null
  return (
    <>
      <LevelField
        label="Niveau minimal des modèles"
        hint="Aucun modèle d’un niveau plus bas ne reçoit ce qui lui est écrit, même en secours."
        value={value.min_level}
        error={errors.min_level}
        onChange={(min_level) => onChange({ min_level, ...(!isCandidate(instance, min_level, value.model_id) && { model_id: null }) })}
      />
      <Select
        label="Modèle préféré"
        hint="Il répond d’abord. Un autre du même niveau le remplace s’il ne répond pas."
        options={modelOptions(instance, value)}
        value={value.model_id ?? noneId}
        error={errors.model_id}
        onChange={(id) => onChange({ model_id: id === noneId ? null : id })}
      />
      {instance.models.length > 1 && (
        <Checkbox
          isSelected={value.model_choice}
          onChange={(model_choice) => onChange({ model_choice })}
          hint="Parmi ceux de ce niveau, dans les détails de la conversation."
        >
          Les personnes peuvent choisir un autre modèle
        </Checkbox>
      )}
    </>
  )
}

/** Id of the option that chooses no model. */
const noneId = ':none'

const isCandidate = ({ models }: InstanceModels, level: ModelLevel, id: string | null): boolean => candidatesFor(models, level).some((model) => model.id === id)

function modelOptions(instance: InstanceModels, { min_level, model_id }: ModelChoice) {
  const candidates = candidatesFor(instance.models, min_level)
  const isMissing = model_id !== null && !isCandidate(instance, min_level, model_id)
  return [
    { id: noneId, label: 'Le premier de la liste', detail: candidates[0]?.label ?? 'Aucun modèle de ce niveau n’est installé' },
    ...(isMissing ? [{ id: model_id, label: modelLabel(instance, model_id), detail: 'N’est plus disponible' }] : []),
    ...candidates.map(({ id, label, level }) => ({ id, label, detail: `Niveau ${levelName(instance, level)}` })),
  ]
}
