import { maskingModes, type MaskingMode } from '@parvis/contract'
import { useInstance } from '../../api/use-instance.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { forcedSentence, maskingWords } from '../../ui/words/masking-words.ts'

interface MaskingFieldProps {
  /** Null: that of the settings. */
  value: MaskingMode | null
  onChange: (masking: MaskingMode | null) => void
  error?: string | undefined
  /** The assistant belongs to a person: it masks no less than the settings. */
  isOwn: boolean
}

/** Id of the option that leaves the choice to the settings. */
const settingsId = ':settings'

/** Choice of the masking of personal data in the conversations of an assistant. Says where the level of the model imposes it. */
export function MaskingField({ value, onChange, error, isOwn }: MaskingFieldProps) {
  const instance = useInstance()
  if (!instance) return null
  const { mode } = instance.masking
  const offered = maskingModes.filter((one) => !isOwn || one === value || maskingModes.indexOf(one) > maskingModes.indexOf(mode))
  const hint = ['Ce que le modèle reçoit des données personnelles de ses conversations.', forcedSentence(instance)].filter(Boolean).join(' ')
  return (
    <Select
      label="Données personnelles"
      hint={hint}
      error={error}
      options={[
        { id: settingsId, label: 'Selon les réglages', detail: maskingWords[mode] },
        ...offered.map((one) => ({ id: one, label: maskingWords[one], detail: details[one] })),
      ]}
      value={value ?? settingsId}
      onChange={(id) => onChange(id === settingsId ? null : (id as MaskingMode))}
    />
  )
}

const details: Readonly<Record<MaskingMode, string>> = {
  non: 'Le modèle reçoit les messages tels qu’ils sont écrits',
  prevenir: 'L’agent voit ce qui est reconnu, et choisit',
  masquer: 'Des étiquettes les remplacent, les réponses retrouvent les valeurs',
}
