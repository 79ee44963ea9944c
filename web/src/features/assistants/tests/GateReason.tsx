import { limits } from '@parvis/contract'
import { TextArea } from '../../../ui/fields/TextArea.tsx'

/** Field of the written reason required when the tests of an assistant do not pass. */
export function GateReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextArea
      label="Pourquoi continuer sans ses contrôles"
      hint="Votre motif ira au journal d’audit."
      rows={2}
      value={value}
      onChange={onChange}
      maxLength={limits.reason}
    />
  )
}
