import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryFor } from '../../api/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { pageOf, Pagination } from '../../ui/lists/Pagination.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { describeUserError } from './user-errors.ts'
import type { UserDialog } from './UserDialogs.tsx'
import styles from './UsersPage.module.css'
import { UsersTable } from './UsersTable.tsx'
import type { useUsers } from './use-users.ts'

interface UserListProps {
  list: ReturnType<typeof useUsers>
  ownId: string
  onOpenDialog: (dialog: UserDialog) => void
}

/** Search, filters, number of accounts, and one page of ten accounts. */
export function UserList({ list, ownId, onOpenDialog }: UserListProps) {
  const { data, error, page, pages, isPlaceholderData } = list
  const announce = useAnnounce()
  const announcedPage = useRef(page)
  useEffect(() => {
    if (announcedPage.current === page || isPlaceholderData) return
    announcedPage.current = page
    if (pages > 1) announce(pageOf(page, pages))
  }, [announce, isPlaceholderData, page, pages])
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Rechercher un utilisateur" placeholder="Nom ou adresse e-mail" value={list.typed} onChange={list.onSearch} />
        <UserFilterFields list={list} />
        {data && (
          <p className={styles.count} role="status">
            {plural(data.total, 'compte')}
          </p>
        )}
      </div>
      {error && <ErrorMessage query={list}>{describeUserError(error)}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={6} label="Chargement des utilisateurs…" />}
      {data && data.users.length === 0 && (
        <EmptyState motif="personnes" title="Aucun compte ne correspond à cette recherche.">
          Essayez une partie du nom ou de l’adresse e-mail, ou élargissez les filtres.
        </EmptyState>
      )}
      {data && data.users.length > 0 && (
        <>
          <UsersTable users={data.users} ownId={ownId} onAsk={onOpenDialog} />
          <Pagination page={list.page} pages={list.pages} onChange={list.goTo} label="Pages de la liste des utilisateurs" />
        </>
      )}
    </>
  )
}

const everyone = 'all'

/** Filters of the list by team, role and state. */
function UserFilterFields({ list: { choices, onFilter } }: Pick<UserListProps, 'list'>) {
  const { data: teams = [] } = useQuery(queryFor(routes.teams.list))
  return (
    <div className={styles.filters}>
      <Select
        label="Service"
        isLabelHidden
        options={[
          { id: everyone, label: 'Tous les services' },
          { id: 'none', label: 'Sans service' },
          ...teams.map(({ id, name, member_count }) => ({ id, label: `${name} (${formatNumber(member_count)})` })),
        ]}
        value={choices.team || everyone}
        onChange={(team) => onFilter({ team: team === everyone ? '' : team })}
      />
      <Select
        label="Rôle"
        isLabelHidden
        options={[
          { id: everyone, label: 'Tous les rôles' },
          { id: 'admin', label: 'Administrateurs' },
          { id: 'user', label: 'Utilisateurs' },
        ]}
        value={choices.role || everyone}
        onChange={(role) => onFilter({ role: role === 'admin' || role === 'user' ? role : '' })}
      />
      <Select
        label="Statut"
        isLabelHidden
        options={[
          { id: everyone, label: 'Tous les statuts' },
          { id: 'active', label: 'Actifs' },
          { id: 'invited', label: 'Invités' },
          { id: 'inactive', label: 'Inactifs' },
        ]}
        value={choices.status || everyone}
        onChange={(status) => onFilter({ status: status === 'active' || status === 'invited' || status === 'inactive' ? status : '' })}
      />
    </div>
  )
}
