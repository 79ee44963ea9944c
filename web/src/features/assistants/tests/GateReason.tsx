import { limits } from '@parvis/contract'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'

interface GateReasonProps {
  value: string
  onChange: (reason: string) => void
  /** Assistant whose tests are linked; absent: the dialog links them already. */
  assistantId?: string | undefined
}

/** Field of the written reason required when the tests of an assistant do not pass. */
export function GateReason({ value, onChange, assistantId }: GateReasonProps) {
  return (
    <>
      <TextArea
        label="Pourquoi continuer sans ses contrôles"
        hint="Votre motif ira au journal d’audit."
        rows={2}
        value={value}
        onChange={onChange}
        maxLength={limits.reason}
      />
      {assistantId !== undefined && (
        <p>
          <Link to={paths.assistantTests(assistantId)}>Ouvrir les contrôles de cet assistant</Link>
        </p>
      )}
    </>
  )
}
