import { useState } from 'react'
import { ApiError, sentenceOf } from '../../../api/transport/api-error.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { AccountField } from '../../../layout/grants/AccountField.tsx'

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
  const [account, setAccount] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  function check(): boolean {
    setRefusal(account.trim() === '' ? 'Donnez un nom d’utilisateur ou une adresse e-mail' : null)
    return account.trim() !== ''
  }
  function describe(error: unknown): string | null {
    const onField = (error instanceof ApiError && error.fields['account']) || null
    setRefusal(onField)
    return onField === null ? sentenceOf(error, 'L’assistant n’a pas pu être transmis. Rien n’a changé\u00a0; veuillez réessayer.') : null
  }
  return (
    <FormDialog
      title={`Transmettre «\u00a0${name}\u00a0» à qui\u00a0?`}
      size="s"
      verb="Transmettre"
      pendingLabel="Transmission…"
      isChanged={account.trim() !== ''}
      check={check}
      onSend={async () => onDone((await hand(account.trim())).message)}
      describe={describe}
      onClose={onClose}
    >
      <p>{lead}</p>
      <AccountField label="Personne" isRequired autoFocus value={account} onChange={setAccount} error={refusal} />
    </FormDialog>
  )
}
