import { limits } from '@parvis/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'

interface ReasonDialogProps {
  /** Question of the dialog. */
  title: string
  /** Consequences of the action. */
  lead: string
  /** Verb of the question. */
  verb: string
  onConfirm: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Dialog that asks for the reason of a refusal or a suspension; the owner reads it. */
export function ReasonDialog({ title, lead, verb, onConfirm, onClose, onDone }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  function check(): boolean {
    setRefusal(reason.trim() === '' ? 'Dites pourquoi' : null)
    return reason.trim() !== ''
  }
  return (
    <FormDialog
      title={title}
      verb={verb}
      tone="danger"
      pendingLabel="Un instant…"
      isChanged={reason.trim() !== ''}
      check={check}
      onSend={async () => onDone((await onConfirm(reason)).message)}
      describe={(error) => sentenceOf(error, 'Rien n’a changé\u00a0; veuillez réessayer.')}
      onClose={onClose}
    >
      <p>{lead}</p>
      <TextArea
        label="Motif"
        hint="Son propriétaire le lira."
        isRequired
        autoFocus
        rows={3}
        value={reason}
        onChange={setReason}
        error={refusal ?? undefined}
        maxLength={limits.reason}
      />
    </FormDialog>
  )
}
