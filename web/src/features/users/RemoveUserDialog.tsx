import { routes, type User } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { neverRefetched, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { holdingsWords, inheritedWords, deletionRefusal } from '../../ui/words/holdings-words.ts'
import { HeirChoice, type Heir } from './HeirChoice.tsx'
import { describeActionError } from './user-errors.ts'
import { passedAssistantsSentence, actionTexts } from './user-actions.ts'
import styles from './UsersPage.module.css'

interface RemoveUserDialogProps {
  user: User
  ownId: string
  onClose: () => void
  onDone: (sentence: string, user: User) => void
}

/** Dialog that deletes an account, after showing its content and asking what to do with its shared documents. */
export function RemoveUserDialog({ user, ownId, onClose, onDone }: RemoveUserDialogProps) {
  const words = actionTexts('remove', user, user.id === ownId)
  const holdingsQuery = queryFor(routes.rights.userHoldings, { params: { id: user.id } })
  const queryFn: typeof holdingsQuery.queryFn = (asking) => runRowAction(routes.users.remove, () => holdingsQuery.queryFn(asking))
  // Excluded from the refresh after the deletion, which would fail because the account no longer exists.
  const holdings = useQuery({ ...holdingsQuery, queryFn, meta: neverRefetched, gcTime: 0 })
  const sharedCount = holdings.data?.shared_documents ?? 0
  const [heir, setHeir] = useState<Heir>(null)
  const refusal = holdings.data && deletionRefusal(holdings.data)

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.question}
      confirmLabel={words.verb}
      pendingLabel={words.pending}
      tone={words.tone}
      isReady={holdings.data !== undefined && (sharedCount === 0 || heir !== null)}
      describeError={describeActionError(words.failure)}
      onConfirm={async () => {
        const query = sharedCount > 0 ? queryOf(heir) : {}
        await runRowAction(routes.users.remove, () => call(routes.users.remove, { params: { id: user.id }, query }))
        onDone(words.done, user)
        focusTitleAfterDialog()
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
      {holdings.data && inheritedWords(holdings.data) !== null && <p>{inheritedWords(holdings.data)}</p>}
      {holdings.data !== undefined && holdings.data.shared_assistants > 0 && <p>{passedAssistantsSentence(holdings.data.shared_assistants)}</p>}
      {sharedCount > 0 && <HeirChoice deletedUser={user} documents={sharedCount} onChange={setHeir} />}
      {holdings.isError && <ErrorMessage query={holdings}>{sentenceOf(holdings.error, 'Le contenu de ce compte n’a pas pu être lu.')}</ErrorMessage>}
    </ConfirmDialog>
  )
}

function queryOf(heir: Heir): { shared_documents?: 'transfer' | 'delete'; transfer_to?: string } {
  if (heir === null) return {}
  return heir.kind === 'nobody' ? { shared_documents: 'delete' } : { shared_documents: 'transfer', transfer_to: heir.person.id }
}
