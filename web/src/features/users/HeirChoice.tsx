import { constants, routes, type User } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askedOnce, q } from '../../api/ask.ts'
import { displayName } from '../../layout/user.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import styles from './UsersPage.module.css'
import { useDebounced } from '../../ui/fields/use-debounced.ts'

/** `null` until it is made: documents are never handed over by default. */
export type Heir = { kind: 'person'; person: User } | { kind: 'nobody' } | null

const nobody = 'nobody'
const shown = 20

interface HeirChoiceProps {
  /** The account that goes. */
  leaving: User
  ownId: string
  documents: number
  value: Heir
  onChange: (heir: Heir) => void
}

/** Who receives the shared documents of an account that goes: looked for among all accounts, by the server. */
export function HeirChoice({ leaving, ownId, documents, value, onChange }: HeirChoiceProps) {
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search.trim(), constants.conversationSearchDebounceMs)
  const found = useQuery({
    ...q(routes.users.list, { query: { page: '1', per_page: String(shown), search: wanted } }),
    meta: askedOnce,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const people = (found.data?.users ?? []).filter(({ id, is_active }) => is_active && id !== leaving.id)
  // Who was chosen stays in the list, whatever is looked for next.
  const listed = value?.kind === 'person' && !people.some(({ id }) => id === value.person.id) ? [value.person, ...people] : people
  const more = (found.data?.total ?? 0) - (found.data?.users.length ?? 0)
  const hints = [
    more > 0 && `${plural(more, 'autre compte', 'autres comptes')}\u00a0: précisez la recherche.`,
    // The server gives nobody what they could not read.
    value?.kind === 'person' && 'Un document d’une catégorie que cette personne ne lit pas y reste, sans nom.',
  ].filter(Boolean)

  function choose(id: string) {
    const person = listed.find((one) => one.id === id)
    onChange(person === undefined ? { kind: 'nobody' } : { kind: 'person', person })
  }

  return (
    <div className={styles.heir}>
      <SearchField label="Rechercher à qui les transférer" isLabelHidden={false} placeholder="Nom ou adresse e-mail" value={search} onChange={setSearch} />
      {found.isError && <ErrorMessage of={found}>Les comptes n’ont pas pu être lus.</ErrorMessage>}
      <Select
        label={documents === 1 ? 'Que devient son document partagé\u00a0?' : `Que deviennent ses ${plural(documents, 'document')} partagés\u00a0?`}
        hint={hints.join(' ')}
        isRequired
        placeholder="À choisir avant de supprimer le compte"
        value={value === null ? null : value.kind === 'nobody' ? nobody : value.person.id}
        onChange={choose}
        options={[
          ...listed.map((person) => ({
            id: person.id,
            label: `${documents === 1 ? 'Le' : 'Les'} transférer à ${displayName(person)}${person.id === ownId ? ' (vous)' : ''}`,
            detail: person.is_admin ? `Administrateur, ${person.email}` : person.email,
          })),
          {
            id: nobody,
            label: documents === 1 ? 'Le supprimer aussi' : 'Les supprimer aussi',
            detail: `La base documentaire ${documents === 1 ? 'le' : 'les'} perd pour tout le monde`,
          },
        ]}
      />
    </div>
  )
}
