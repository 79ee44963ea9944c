import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { FormDialog } from '../drafts/FormDialog.tsx'
import { useSubmission } from '../drafts/use-submission.ts'
import { SinglePerson } from '../people/SinglePerson.tsx'
import { PersonRefused } from '../people/use-people-picking.ts'
import { useSinglePerson } from '../people/use-single-person.ts'

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
  const isOther = choice === otherPersonId
  const form = useSubmission<'choice' | 'account', { message: string }>({
    check: () => ({
      ...(choice === null && { choice: 'Choisissez quelqu’un' }),
      ...(isOther && person.isEmpty && { account: 'Choisissez une personne' }),
    }),
    send: async () => handOver(isOther ? { user_id: (await person.resolve()).id } : { manager_id: choice! }),
    onDone({ message }) {
      onDone(message)
      onClose()
    },
    // The field of the person shows its own refusal.
    describe: (error) => (error instanceof PersonRefused || fieldErrorsOf(error)['account'] ? null : sentenceOf(error, texts.failure)),
  })
  const { errors } = form

  return (
    <FormDialog
      title={texts.title}
      size="s"
      verb={texts.verb}
      pendingLabel={texts.pending}
      form={form}
      isChanged={choice !== initial || !person.isEmpty}
      onClose={onClose}
    >
      <p>{introduction}</p>
      {people.length > 0 && (
        <Select
          label="À qui"
          isRequired
          placeholder="Choisir quelqu’un"
          value={choice}
          error={errors.choice}
          options={[
            ...people.map(({ id, name }) => ({ id, label: name, detail: 'Responsable' })),
            { id: otherPersonId, label: 'Quelqu’un d’autre', detail: 'Une autre personne de la collectivité' },
          ]}
          onChange={(id) => {
            setChoice(id)
            form.clearErrors()
          }}
        />
      )}
      {isOther && <SinglePerson label="Personne" person={person} isRequired autoFocus error={errors.account} />}
    </FormDialog>
  )
}
