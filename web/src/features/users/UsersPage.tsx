import { constants, routes, type User } from '@parvis/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, session } from '../../api/browser.ts'
import { useUser } from '../../api/session.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorMessage } from '../../ui/ErrorMessage.tsx'
import { plural } from '../../ui/formats.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDebounced } from './use-debounced.ts'
import { describeUserError, UnexpectedAnswer, userMessages } from './user-errors.ts'
import { UserDialogs, type OpenDialog } from './UserDialogs.tsx'
import styles from './UsersPage.module.css'
import { UsersTable } from './UsersTable.tsx'

async function fetchUsers(page: number, search: string, signal: AbortSignal) {
  const answer = await call(routes.users.list, { query: { page: String(page), per_page: String(constants.usersPerPage), search }, signal })
  if (!Array.isArray(answer?.users)) throw new UnexpectedAnswer()
  return answer
}

/** User administration (specification, chapter 2). The access guard keeps others away; the server may still refuse a right just withdrawn. */
export function UsersPage() {
  const me = useUser()
  const cache = useQueryClient()
  const [asked, setAsked] = useState(1)
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<{ sentence: string; warning: string | undefined } | null>(null)
  const wanted = useDebounced(search.trim(), constants.conversationSearchDebounceMs)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['users', asked, wanted],
    queryFn: ({ signal }) => fetchUsers(asked, wanted, signal),
    placeholderData: keepPreviousData,
    enabled: me.is_admin,
  })
  const isDenied = !me.is_admin || (error instanceof ApiError && error.status === 403)
  // The last account of the last page was deleted.
  if (data && asked > data.pages) setAsked(data.pages)

  function onDone(sentence: string, user: User | null, warning?: string) {
    setNotice({ sentence, warning })
    void cache.invalidateQueries({ queryKey: ['users'] })
    if (user?.id === me.id) void session.verify(true)
  }

  return (
    <>
      <PageTitle
        lead={isDenied ? undefined : 'Ouvrez les comptes, attribuez les rôles et aidez vos collègues à se connecter.'}
        actions={
          !isDenied && (
            <Button variant="primary" icon={<UserPlus aria-hidden />} onPress={() => setDialog({ kind: 'create' })}>
              Nouvel utilisateur
            </Button>
          )
        }
      >
        Gestion des utilisateurs
      </PageTitle>
      {isDenied ? (
        <Banner tone="error">{userMessages.denied}</Banner>
      ) : (
        <div className={styles.page}>
          {notice && (
            <Banner tone={notice.warning ? 'warning' : 'success'} onDismiss={() => setNotice(null)}>
              <p>{notice.sentence}</p>
              {notice.warning && <p>{notice.warning}</p>}
            </Banner>
          )}
          <div className={styles.tools}>
            <SearchField
              label="Rechercher un utilisateur"
              placeholder="Nom ou adresse e-mail"
              value={search}
              onChange={(text) => {
                setSearch(text)
                setAsked(1)
              }}
            />
            {data && (
              <p className={styles.count} role="status">
                {plural(data.total, 'compte')}
              </p>
            )}
          </div>
          {error && (
            <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>
              {describeUserError(error)}
            </ErrorMessage>
          )}
          {!data && !error && <Skeleton shape="rows" count={6} label="Chargement des utilisateurs…" />}
          {data && data.users.length === 0 && (
            <EmptyState motif="personnes" title="Aucun compte ne correspond à cette recherche.">
              Essayez une partie du nom ou de l’adresse e-mail.
            </EmptyState>
          )}
          {data && data.users.length > 0 && (
            <>
              <UsersTable users={data.users} ownId={me.id} onAsk={setDialog} />
              <Pagination page={Math.min(asked, data.pages)} pages={data.pages} onChange={setAsked} label="Pages de la liste des utilisateurs" />
            </>
          )}
          <UserDialogs dialog={dialog} ownId={me.id} onClose={() => setDialog(null)} onDone={onDone} />
        </div>
      )}
    </>
  )
}
