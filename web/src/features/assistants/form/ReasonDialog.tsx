import { limits } from '@parvis/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
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
  const form = useSubmission<'reason', { message: string }>({
    check: () => (reason.trim() === '' ? { reason: 'Dites pourquoi' } : {}),
    send: () => onConfirm(reason),
    onDone({ message }) {
      onDone(message)
      onClose()
    },
    describe: (error) => sentenceOf(error, 'Rien n’a changé\u00a0; veuillez réessayer.'),
  })
  return (
    <FormDialog title={title} verb={verb} tone="danger" pendingLabel="Un instant…" form={form} isChanged={reason.trim() !== ''} onClose={onClose}>
      <p>{lead}</p>
      <TextArea
        label="Motif"
        hint="Son propriétaire le lira."
        isRequired
        autoFocus
        rows={3}
        value={reason}
        onChange={setReason}
        error={form.errors.reason}
        maxLength={limits.reason}
      />
    </FormDialog>
  )
}
