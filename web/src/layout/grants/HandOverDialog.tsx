import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { FormDialog } from '../drafts/FormDialog.tsx'
import { SinglePerson } from '../people/SinglePerson.tsx'
import { PersonRefused, useSinglePerson } from '../people/use-single-person.ts'

/** Body of the hand-over request: one of `people`, or a person found by the picker. */
type NewOwner = { manager_id: string; user_id?: never } | { user_id: string; manager_id?: never }

export interface HandOverTexts {
  /** Title of the dialog, as a question. */
  title: string
  verb: string
  pending: string
  /** Message of a failure for which the server gives none. */
  failure: string
}

interface HandOverDialogProps {
  texts: HandOverTexts
  /** Sentence on the consequences of the hand-over, shown above the fields. */
  introduction: string
  /** People listed by name, before « Quelqu’un d’autre ». */
  people?: readonly { id: string; name: string }[]
  handOver: (to: NewOwner) => Promise<{ message: string }>
  onClose: () => void
  onDone: (sentence: string) => void
}

const otherPersonId = 'other'

/** Dialog that hands an object over to one person. A refusal keeps what was chosen. */
export function HandOverDialog({ texts, introduction, people = [], handOver, onClose, onDone }: HandOverDialogProps) {
  const initial = people.length === 0 ? otherPersonId : null
  const [choice, setChoice] = useState<string | null>(initial)
  const person = useSinglePerson()
  const [refusal, setRefusal] = useState<{ choice?: string; person?: string }>({})
  const isOther = choice === otherPersonId

  function check(): boolean {
    const missing = {
      ...(choice === null && { choice: 'Choisissez quelqu’un' }),
      ...(isOther && person.isEmpty && { person: 'Choisissez une personne' }),
    }
    setRefusal(missing)
    return Object.keys(missing).length === 0
  }

  async function send() {
    if (!isOther) return onDone((await handOver({ manager_id: choice! })).message)
    const newOwner = await person.resolve()
    onDone((await handOver({ user_id: newOwner.id })).message)
  }

  function describe(error: unknown): string | null {
    if (error instanceof PersonRefused) return null
    const onField = error instanceof ApiError ? error.fields['account'] : undefined
    setRefusal(onField ? { person: onField } : {})
    return onField ? null : sentenceOf(error, texts.failure)
  }

  return (
    <FormDialog
      title={texts.title}
      size="s"
      verb={texts.verb}
      pendingLabel={texts.pending}
      isChanged={choice !== initial || !person.isEmpty}
      check={check}
      onSend={send}
      describe={describe}
      onClose={onClose}
    >
      <p>{introduction}</p>
      {people.length > 0 && (
        <Select
          label="À qui"
          isRequired
          placeholder="Choisir quelqu’un"
          value={choice}
          error={refusal.choice}
          options={[
            ...people.map(({ id, name }) => ({ id, label: name, detail: 'Responsable' })),
            { id: otherPersonId, label: 'Quelqu’un d’autre', detail: 'Une autre personne de la collectivité' },
          ]}
          onChange={(id) => {
            setChoice(id)
            setRefusal({})
          }}
        />
      )}
      {isOther && <SinglePerson label="Personne" person={person} isRequired autoFocus error={refusal.person} />}
    </FormDialog>
  )
}
