import { routes, type ListedUser, type User } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { displayName } from '../../layout/user.ts'
import { TokenLimitDialog } from '../../layout/dialogs-on-demand.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { InviteAgainDialog } from './InviteAgainDialog.tsx'
import { RemoveUserDialog } from './RemoveUserDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { AccessDialog } from './AccessDialog.tsx'
import { describeActionError } from './user-errors.ts'
import { actionTexts, type UserAction } from './user-actions.ts'
import { UserFormDialog } from './UserFormDialog.tsx'

export type UserDialog =
  | { kind: 'create' }
  | { kind: 'edit'; user: ListedUser }
  | { kind: 'reset'; user: User }
  | { kind: 'invite'; user: User }
  | { kind: 'sees'; user: User }
  | { kind: 'limit'; user: User }
  | { kind: 'action'; action: UserAction; user: User }

interface UserDialogsProps {
  dialog: UserDialog | null
  ownId: string
  onClose: () => void
  /** Called after a change with a success sentence and the account. */
  onDone: (sentence: string, user: User | null, warning?: string) => void
}

/** Fields that each action changes in the account. */
const changes: Partial<Record<UserAction, { is_active: boolean } | { is_admin: boolean }>> = {
  activate: { is_active: true },
  deactivate: { is_active: false },
  promote: { is_admin: true },
  demote: { is_admin: false },
}

function perform(action: Exclude<UserAction, 'remove'>, id: string): Promise<unknown> {
  const params = { id }
  if (action === 'sign-out') return call(routes.users.closeSessions, { params })
  if (action === 'give-projects') return call(routes.projectHandOver.giveOf, { params })
  if (action === 'second-factor') return call(routes.secondFactor.removeOf, { params })
  return call(routes.users.update, { params, body: changes[action]! })
}

/** The open dialog of the page, if any. */
export function UserDialogs({ dialog, ownId, onClose, onDone }: UserDialogsProps) {
  if (dialog === null) return null
  if (dialog.kind === 'reset')
    return <ResetPasswordDialog user={dialog.user} onClose={onClose} onDone={(sentence, warning) => onDone(sentence, dialog.user, warning)} />
  if (dialog.kind === 'invite') return <InviteAgainDialog user={dialog.user} onClose={onClose} onDone={onDone} />
  if (dialog.kind === 'sees') return <AccessDialog user={dialog.user} onClose={onClose} />
  if (dialog.kind === 'limit')
    return (
      <TokenLimitDialog
        subject={{ kind: 'user', id: dialog.user.id, name: displayName(dialog.user) }}
        onClose={onClose}
        onDone={(sentence) => onDone(sentence, null)}
      />
    )
  if (dialog.kind !== 'action') return <UserFormDialog user={dialog.kind === 'edit' ? dialog.user : null} ownId={ownId} onClose={onClose} onDone={onDone} />
  const { action, user } = dialog
  if (action === 'remove') return <RemoveUserDialog user={user} ownId={ownId} onClose={onClose} onDone={onDone} />
  const words = actionTexts(action, user, user.id === ownId)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.question}
      confirmLabel={words.verb}
      pendingLabel={words.pending}
      tone={words.tone}
      describeError={describeActionError(words.failure)}
      onConfirm={async () => {
        await runRowAction(routes.users.remove, () => perform(action, user.id))
        onDone(words.done, user)
      }}
    >
      {words.consequence}
    </ConfirmDialog>
  )
}
