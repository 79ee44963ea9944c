import { routes, type ListedUser, type RouteAnswer, type User } from '@parvis/contract'
import { useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useForm } from '../../layout/drafts/use-form.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { displayName } from '../../layout/user.ts'
import { describeUserError } from './user-errors.ts'
import {
  creationOf,
  editionOf,
  emptyUserEntry,
  emptyUserForm,
  findUserFormErrors,
  formOf,
  invitationSentence,
  signsInByOidcOnly,
  type UserForm,
  type UserFormErrors,
} from './user-form.ts'

export interface UserFormProps {
  /** Null for a new account. */
  user: ListedUser | null
  /** Id of the current user. */
  ownId: string
  onClose: () => void
  onDone: (sentence: string, user: User, warning?: string) => void
}

type SavedUser = RouteAnswer<typeof routes.users.update>

/** State and submission of the form of an account. What was typed is kept when saving fails, and does not overwrite a colleague's concurrent change. */
export function useUserForm({ user, ownId, onClose, onDone }: UserFormProps) {
  const instance = useInstance()
  const hasMail = instance?.mail_host !== null
  const isNew = user === null
  const formerTeams = user?.teams ?? []
  const [teams, setTeams] = useState<ListedUser['teams']>(formerTeams)
  const areTeamsChanged = teams.length !== formerTeams.length || teams.some(({ id }) => !formerTeams.some((team) => team.id === id))
  const [typedEntry, setEntry] = useState(emptyUserEntry)
  // Only overridden: the typed choices apply again if the account becomes an administrator.
  const entryOf = ({ is_admin }: UserForm) => (signsInByOidcOnly(instance, is_admin) ? { ...typedEntry, password: '', invite: isNew } : typedEntry)
  const form = useForm<UserForm, SavedUser, string, keyof UserFormErrors>({
    name: `user.${user?.id ?? 'new'}`,
    saved: user ? formOf(user) : emptyUserForm,
    version: user?.updated_at,
    check: (values) => findUserFormErrors(values, entryOf(values), isNew),
    async send(values, expected_updated_at) {
      // Sent only when changed here, because another administrator may have changed the teams meanwhile.
      const teamChange = areTeamsChanged ? { team_ids: teams.map(({ id }) => id) } : {}
      if (user === null) return create(routes.users.create, { ...creationOf(values, entryOf(values)), ...teamChange })
      const body = { ...editionOf(values, entryOf(values)), ...teamChange, expected_updated_at }
      return runRowAction(routes.users.remove, () => call(routes.users.update, { params: { id: user.id }, body }))
    },
    onDone(savedUser) {
      const invitation = savedUser.is_active ? invitationSentence('Son invitation', hasMail) : 'Son invitation partira quand il sera activé.'
      const invited = isNew && entry.invite ? ` ${invitation}` : ''
      onDone(`Le compte «\u00a0${displayName(savedUser)}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.${invited}`, savedUser, savedUser.warning)
      onClose()
    },
    describe: describeUserError,
    // The cached list is outdated.
    onStale: () => void invalidate(routes.users.update),
    focusAfter: 'check',
  })
  const { draft } = form
  const entry = entryOf(draft.values)
  // The draft has its own confirmation before leaving.
  const leaveEntry = useUnsaved(
    !draft.isChanged && (typedEntry.password !== '' || typedEntry.invite || areTeamsChanged || typedEntry.current_password !== '' || typedEntry.code !== ''),
  )

  return {
    ...form,
    isNew,
    isSelf: user?.id === ownId,
    teams,
    setTeams,
    entry,
    setEntry,
    isOidcOnly: signsInByOidcOnly(instance, draft.values.is_admin),
    confirmClose: (close: () => void) => draft.confirmClose(() => leaveEntry(close)),
  }
}
