import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { FormDialog } from '../drafts/FormDialog.tsx'
import { AccountField } from './AccountField.tsx'

/** To somebody who was offered, or to an account by its exact name. */
export type Heir = { manager_id: string; account?: never } | { account: string; manager_id?: never }

export interface HandOverWords {
  /** Its title, a question. */
  title: string
  verb: string
  pending: string
  /** Said of a failure that has no sentence. */
  failure: string
}

interface HandOverDialogProps {
  words: HandOverWords
  /** What follows from it. */
  lead: string
  /** Offered by their names, before anybody else. */
  people?: readonly { id: string; name: string }[]
  hand: (to: Heir) => Promise<{ message: string }>
  onClose: () => void
  onDone: (sentence: string) => void
}

const somebodyElse = 'other'

/** Gives something to a person. A refusal keeps what was typed. */
export function HandOverDialog({ words, lead, people = [], hand, onClose, onDone }: HandOverDialogProps) {
  const initial = people.length === 0 ? somebodyElse : null
  const [choice, setChoice] = useState<string | null>(initial)
  const [account, setAccount] = useState('')
  const [refusal, setRefusal] = useState<{ choice?: string; account?: string }>({})
  const isTyped = choice === somebodyElse

  function check(): boolean {
    const missing = {
      ...(choice === null && { choice: 'Choisissez quelqu’un' }),
      ...(isTyped && account.trim() === '' && { account: 'Donnez un nom d’utilisateur ou une adresse e-mail' }),
    }
    setRefusal(missing)
    return Object.keys(missing).length === 0
  }

  function describe(error: unknown): string | null {
    const onField = error instanceof ApiError ? error.fields['account'] : undefined
    setRefusal(onField ? { account: onField } : {})
    return onField ? null : sentenceOf(error, words.failure)
  }

  return (
    <FormDialog
      title={words.title}
      size="s"
      verb={words.verb}
      pendingLabel={words.pending}
      isChanged={choice !== initial || account.trim() !== ''}
      check={check}
      onSend={async () => onDone((await hand(isTyped ? { account: account.trim() } : { manager_id: choice! })).message)}
      describe={describe}
      onClose={onClose}
    >
      <p>{lead}</p>
      {people.length > 0 && (
        <Select
          label="À qui"
          isRequired
          placeholder="Choisir quelqu’un"
          value={choice}
          error={refusal.choice}
          options={[
            ...people.map(({ id, name }) => ({ id, label: name, detail: 'Responsable' })),
            { id: somebodyElse, label: 'Quelqu’un d’autre', detail: 'Par son nom d’utilisateur ou son adresse' },
          ]}
          onChange={(id) => {
            setChoice(id)
            setRefusal({})
          }}
        />
      )}
      {isTyped && <AccountField label="Personne" isRequired autoFocus value={account} onChange={setAccount} error={refusal.account ?? null} />}
    </FormDialog>
  )
}
