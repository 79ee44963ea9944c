import { routes, type User } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { displayName } from '../../layout/user.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { plural } from '../../ui/formats.ts'
import { holdingsWords, refusalOf } from '../../ui/holdings-words.ts'
import { Select } from '../../ui/Select.tsx'
import { describeDeedError } from './user-errors.ts'
import { wordsOf } from './user-deeds.ts'
import styles from './UsersPage.module.css'

const gone = 'delete'

export interface RemoveUserDialogProps {
  user: User
  ownId: string
  onClose: () => void
  onDone: (sentence: string, user: User) => void
}

/** Deletes an account, having said what it holds and asked what becomes of its shared documents. */
export function RemoveUserDialog({ user, ownId, onClose, onDone }: RemoveUserDialogProps) {
  const words = wordsOf('remove', user, user.id === ownId)
  // Apart from the list's ['users']: the list is asked again once the account is gone, and what it held must not be.
  const holdings = useQuery({
    queryKey: ['user-removal', user.id, 'holdings'],
    queryFn: ({ signal }) => call(routes.rights.userHoldings, { params: { id: user.id }, signal }),
    gcTime: 0,
  })
  const shared = holdings.data?.shared_documents ?? 0
  const heirs = useQuery({
    queryKey: ['user-removal', user.id, 'heirs'],
    queryFn: ({ signal }) => call(routes.users.list, { query: { page: '1', per_page: '100', search: '' }, signal }),
    enabled: shared > 0,
    gcTime: 0,
  })
  const people = (heirs.data?.users ?? []).filter(({ id, is_active }) => is_active && id !== user.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const heir = chosen ?? (user.id === ownId ? (people[0]?.id ?? gone) : ownId)
  const refusal = holdings.data && refusalOf(holdings.data)

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.question}
      confirmLabel={words.verb}
      pendingLabel={words.pending}
      tone={words.tone}
      describeError={describeDeedError(words.failure)}
      onConfirm={async () => {
        const query = heir === gone ? { shared_documents: 'delete' as const } : { shared_documents: 'transfer' as const, transfer_to: heir }
        await call(routes.users.remove, { params: { id: user.id }, query: shared > 0 ? query : {} })
        onDone(words.done, user)
      }}
    >
      <p>{words.consequence}</p>
      {refusal && <Banner tone="warning">{refusal}</Banner>}
      {holdings.data && holdingsWords(holdings.data).length > 0 && (
        <ul className={styles.holdings}>
          {holdingsWords(holdings.data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {shared > 0 && (
        <Select
          label={shared === 1 ? 'Que devient son document partagé\u00a0?' : `Que deviennent ses ${plural(shared, 'document')} partagés\u00a0?`}
          value={heir}
          onChange={setChosen}
          options={[
            ...people.map((person) => ({
              id: person.id,
              label: `Les transférer à ${displayName(person)}${person.id === ownId ? ' (vous)' : ''}`,
              detail: person.is_admin ? 'Administrateur' : person.email,
            })),
            { id: gone, label: 'Les supprimer aussi', detail: 'Ils quittent la base documentaire pour tout le monde' },
          ]}
        />
      )}
    </ConfirmDialog>
  )
}
