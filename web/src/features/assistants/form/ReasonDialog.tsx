import { limits } from '@parvis/contract'
import { useId, useState, type FormEvent } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import styles from './AssistantForm.module.css'

interface ReasonDialogProps {
  /** A question. */
  title: string
  /** What will happen. */
  lead: string
  /** The verb of the question. */
  verb: string
  act: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Asks why before something is refused or suspended: its owner reads it. */
export function ReasonDialog({ title, lead, verb, act, onClose, onDone }: ReasonDialogProps) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(null)
    setRefusal(reason.trim() === '' ? 'Dites pourquoi' : null)
    if (reason.trim() === '') return
    setPending(true)
    try {
      onDone((await act(reason)).message)
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error, 'Rien n’a changé\u00a0; veuillez réessayer.'))
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      isBusy={isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Annuler
          </Button>
          <Button type="submit" form={formId} variant="danger" isPending={isPending} pendingLabel="Un instant…">
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
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
      </form>
    </Dialog>
  )
}
