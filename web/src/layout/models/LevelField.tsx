import type { ModelLevel } from '@parvis/contract'
import { useInstance } from '../../api/use-instance.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { candidatesFor, hasLevels, levelName, levels, type InstanceModels } from '../../ui/words/model-words.ts'

interface LevelFieldProps {
  label?: string
  isLabelHidden?: boolean
  hint?: string
  value: ModelLevel
  onChange: (level: ModelLevel) => void
  error?: string | undefined
  isDisabled?: boolean
  /** A choice takes effect at once. */
  isAction?: boolean
}

const maxNamed = 3

/** Choice of the minimum level of the models. Renders nothing while the models of the instance all have one level, unless a higher level is chosen. */
export function LevelField({ label = 'Niveau des modèles', value, onChange, ...field }: LevelFieldProps) {
  const instance = useInstance()
  if (!instance || !canChooseLevel(instance, value)) return null
  return (
    <Select
      {...field}
      label={label}
      options={levels.map((level) => ({ id: String(level), label: capitalised(levelName(instance, level)), detail: candidatesText(instance, level) }))}
      value={String(value)}
      onChange={(id) => onChange(Number(id) as ModelLevel)}
    />
  )
}

/** Whether a level can be chosen: the models have several, or none has the current one, which must then be changed. */
const canChooseLevel = (instance: InstanceModels, value: ModelLevel): boolean => hasLevels(instance) || candidatesFor(instance.models, value).length === 0

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function candidatesText({ models }: InstanceModels, level: ModelLevel): string {
  const labels = candidatesFor(models, level).map(({ label }) => label)
  if (labels.length === 0) return 'Aucun modèle de ce niveau n’est installé'
  if (labels.length === models.length) return 'Tous les modèles'
  return labels.length <= maxNamed ? labels.join(', ') : `${labels.slice(0, maxNamed).join(', ')} et ${labels.length - maxNamed} de plus`
}

/** Line that names a level above the lowest one; nothing for the lowest. */
export function LevelLine({ level, className }: { level: ModelLevel; className?: string | undefined }) {
  const instance = useInstance()
  if (!instance || level === 1) return null
  return <span className={className}>{`Niveau des modèles\u00a0: ${levelName(instance, level)}`}</span>
}
