import type { Person, User } from '@parvis/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { SinglePerson } from '../../layout/people/SinglePerson.tsx'
import { useSinglePerson } from '../../layout/people/use-single-person.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './UsersPage.module.css'

/** Choice for the shared documents of a deleted account; null until one is made, because there is no default. */
export type Heir = { kind: 'person'; person: Pick<Person, 'id'> } | { kind: 'nobody' } | null

interface HeirChoiceProps {
  /** Account to delete. */
  deletedUser: User
  documents: number
  onChange: (heir: Heir) => void
}

/** Chooses whether the shared documents of a deleted account are transferred to a person or deleted. */
export function HeirChoice({ deletedUser, documents, onChange }: HeirChoiceProps) {
  const [choice, setChoice] = useState<'person' | 'nobody' | null>(null)
  const person = useSinglePerson({ refuse: ({ id }) => (id === deletedUser.id ? 'C’est le compte qui sera supprimé.' : null) })
  const isOne = documents === 1
  const report = useEffectEvent(() => {
    if (choice !== 'person') onChange(choice === null ? null : { kind: 'nobody' })
    else onChange(person.chosen === null ? null : { kind: 'person', person: person.chosen })
  })
  useEffect(() => report(), [choice, person.chosen])

  return (
    <div className={styles.heir}>
      <Select
        label={isOne ? 'Que devient son document partagé\u00a0?' : `Que deviennent ses ${plural(documents, 'document')} partagés\u00a0?`}
        isRequired
        placeholder="À choisir avant de supprimer le compte"
        value={choice}
        onChange={(id) => setChoice(id === 'person' ? 'person' : 'nobody')}
        options={[
          { id: 'person', label: `${isOne ? 'Le' : 'Les'} transférer à quelqu’un`, detail: 'Une personne, que vous choisissez ensuite' },
          {
            id: 'nobody',
            label: isOne ? 'Le supprimer aussi' : 'Les supprimer aussi',
            detail: `La base documentaire ${isOne ? 'le' : 'les'} perd pour tout le monde`,
          },
        ]}
      />
      {choice === 'person' && <SinglePerson label="À qui les transférer" person={person} isRequired />}
      {/* The server does not transfer documents that the person cannot read. */}
      {choice === 'person' && person.chosen !== null && (
        <p className={styles.quiet}>Un document d’une catégorie que cette personne ne lit pas y reste, sans nom.</p>
      )}
    </div>
  )
}
