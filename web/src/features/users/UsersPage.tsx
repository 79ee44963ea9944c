import { routes, type User } from '@parvis/contract'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import { session, useUser } from '../../api/browser.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { userMessages } from './user-errors.ts'
import { UserDialogs, type UserDialog } from './UserDialogs.tsx'
import { UserFiles } from './UserFiles.tsx'
import { UserList } from './UserList.tsx'
import { useUsers } from './use-users.ts'
import styles from './UsersPage.module.css'

interface UsersNotice {
  tone: 'success' | 'warning' | 'error'
  sentence: string
  /** Warning about the password that the administrator set. */
  warning?: string
}

/**
 * Page of the user administration (specification, chapter 2). The access guard keeps other people out; the server may still refuse a right that was just
 * withdrawn.
 */
export function UsersPage() {
  const currentUser = useUser()
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const [notice, setNotice] = useState<UsersNotice | null>(null)
  const list = useUsers(currentUser.is_admin)
  const isDenied = !currentUser.is_admin || (list.error instanceof ApiError && list.error.status === 403)

  function onDone(sentence: string, user: User | null, warning?: string) {
    setNotice(warning === undefined ? { tone: 'success', sentence } : { tone: 'warning', sentence, warning })
    // The deletion route, because it invalidates the most queries of all the actions here.
    void invalidate(routes.users.remove)
    if (user?.id === currentUser.id) void session.verify(true)
  }

  return (
    <>
      <PageTitle
        lead={isDenied ? undefined : 'Ouvrez les comptes, attribuez les rôles et aidez vos collègues à se connecter.'}
        actions={
          !isDenied && (
            <>
              <UserFiles
                filters={list.filters}
                onExported={(sentence) => setNotice({ tone: 'success', sentence })}
                onFailure={(sentence) => setNotice({ tone: 'error', sentence })}
              />
              <Button variant="primary" icon={<UserPlus aria-hidden />} onPress={() => setDialog({ kind: 'create' })}>
                Nouvel utilisateur
              </Button>
            </>
          )
        }
      >
        Gestion des utilisateurs
      </PageTitle>
      {isDenied ? (
        <Banner tone="error">{userMessages.denied}</Banner>
      ) : (
        <div className={styles.page}>
          <SectionNav section="people" />
          {notice && (
            <Banner tone={notice.tone} onDismiss={() => setNotice(null)}>
              <p>{notice.sentence}</p>
              {notice.warning && <p>{notice.warning}</p>}
            </Banner>
          )}
          <UserList list={list} ownId={currentUser.id} onOpenDialog={setDialog} />
          <UserDialogs dialog={dialog} ownId={currentUser.id} onClose={() => setDialog(null)} onDone={onDone} />
        </div>
      )}
    </>
  )
}
