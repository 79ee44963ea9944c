import { useEffect, useRef } from 'react'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { pageOf, Pagination } from '../../ui/lists/Pagination.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { describeUserError } from './user-errors.ts'
import type { OpenDialog } from './UserDialogs.tsx'
import styles from './UsersPage.module.css'
import { UsersTable } from './UsersTable.tsx'
import type { useUsers } from './use-users.ts'

interface UserListProps {
  list: ReturnType<typeof useUsers>
  ownId: string
  onAsk: (dialog: OpenDialog) => void
}

/** What is looked for, how many there are, and ten of them. */
export function UserList({ list, ownId, onAsk }: UserListProps) {
  const { data, error, page, pages, isPlaceholderData } = list
  const announce = useAnnounce()
  const told = useRef(page)
  useEffect(() => {
    if (told.current === page || isPlaceholderData) return
    told.current = page
    if (pages > 1) announce(pageOf(page, pages))
  }, [announce, isPlaceholderData, page, pages])
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Rechercher un utilisateur" placeholder="Nom ou adresse e-mail" value={list.typed} onChange={list.onSearch} />
        {data && (
          <p className={styles.count} role="status">
            {plural(data.total, 'compte')}
          </p>
        )}
      </div>
      {error && <ErrorMessage of={list}>{describeUserError(error)}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={6} label="Chargement des utilisateurs…" />}
      {data && data.users.length === 0 && (
        <EmptyState motif="personnes" title="Aucun compte ne correspond à cette recherche.">
          Essayez une partie du nom ou de l’adresse e-mail.
        </EmptyState>
      )}
      {data && data.users.length > 0 && (
        <>
          <UsersTable users={data.users} ownId={ownId} onAsk={onAsk} />
          <Pagination page={list.page} pages={list.pages} onChange={list.goTo} label="Pages de la liste des utilisateurs" />
        </>
      )}
    </>
  )
}
