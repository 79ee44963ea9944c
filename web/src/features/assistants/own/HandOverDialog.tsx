import { useId, useState, type FormEvent } from 'react'
import { ApiError, sentenceOf } from '../../../api/transport/api-error.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { AccountField } from '../../../layout/grants/AccountField.tsx'
import styles from '../form/AssistantForm.module.css'

interface HandOverDialogProps {
  name: string
  /** What follows from it. */
  lead: string
  hand: (account: string) => Promise<{ message: string }>
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Gives an assistant to a person, by their exact name. A refusal keeps what was typed. */
export function HandOverDialog({ name, lead, hand, onClose, onDone }: HandOverDialogProps) {
  const formId = useId()
  const [account, setAccount] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(null)
    setRefusal(null)
    if (account.trim() === '') return setRefusal('Donnez un nom d’utilisateur ou une adresse e-mail')
    setPending(true)
    try {
      onDone((await hand(account.trim())).message)
      onClose()
    } catch (error) {
      const onField = error instanceof ApiError ? error.fields['account'] : undefined
      if (onField) setRefusal(onField)
      else setFailure(sentenceOf(error, 'L’assistant n’a pas pu être transmis. Rien n’a changé\u00a0; veuillez réessayer.'))
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Transmettre «\u00a0${name}\u00a0» à qui\u00a0?`}
      size="s"
      isBusy={isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Annuler
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending} pendingLabel="Transmission…">
            Transmettre
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <p>{lead}</p>
        <AccountField label="Personne" isRequired autoFocus value={account} onChange={setAccount} error={refusal} />
      </form>
    </Dialog>
  )
}
