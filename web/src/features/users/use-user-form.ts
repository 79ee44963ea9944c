import { routes, type ListedUser, type User } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, isStale } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
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

/**
 * State and submission of the form of an account. What was typed is kept when saving fails, and does not overwrite a colleague's concurrent change.
 * @param onIncomplete called with the missing fields before anything is sent
 */
export function useUserForm({ user, ownId, onClose, onDone }: UserFormProps, onIncomplete: (errors: UserFormErrors) => void) {
  const instance = useInstance()
  const hasMail = instance?.mail_host !== null
  const draft = useFormDraft<UserForm>(`user.${user?.id ?? 'new'}`, user ? formOf(user) : emptyUserForm, user?.updated_at)
  const { values } = draft
  const former = user?.teams ?? []
  const [teams, setTeams] = useState<ListedUser['teams']>(former)
  const areTeamsChanged = teams.length !== former.length || teams.some(({ id }) => !former.some((one) => one.id === id))
  const [typedEntry, setEntry] = useState(emptyUserEntry)
  // The draft has its own confirmation before leaving.
  const leaveEntry = useUnsaved(
    !draft.isChanged && (typedEntry.password !== '' || typedEntry.invite || areTeamsChanged || typedEntry.current_password !== '' || typedEntry.code !== ''),
  )
  const isOidcOnly = signsInByOidcOnly(instance, values.is_admin)
  // Only overridden: the typed choices apply again if the account becomes an administrator.
  const entry = isOidcOnly ? { ...typedEntry, password: '', invite: user === null } : typedEntry
  const [errors, setErrors] = useState<UserFormErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isNew = user === null

  async function save() {
    if (isPending) return
    const found = findUserFormErrors(values, entry, isNew)
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return onIncomplete(found)
    setPending(true)
    // Sent only when changed here, because another administrator may have changed the teams meanwhile.
    const teamChange = areTeamsChanged ? { team_ids: teams.map(({ id }) => id) } : {}
    try {
      const saved = await draft.save((expected_updated_at) =>
        user === null
          ? create(routes.users.create, { ...creationOf(values, entry), ...teamChange })
          : runRowAction(routes.users.remove, () =>
              call(routes.users.update, { params: { id: user.id }, body: { ...editionOf(values, entry), ...teamChange, expected_updated_at } }),
            ),
      )
      const invitation = saved.is_active ? invitationSentence('Son invitation', hasMail) : 'Son invitation partira quand il sera activé.'
      const invited = isNew && entry.invite ? ` ${invitation}` : ''
      onDone(`Le compte «\u00a0${displayName(saved)}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.${invited}`, saved, saved.warning)
      onClose()
    } catch (error) {
      setPending(false)
      // The cached list is outdated.
      if (isStale(error)) return void invalidate(routes.users.update)
      if (error instanceof ApiError) setErrors(error.fields)
      setFailure(describeUserError(error))
    }
  }

  return {
    isNew,
    isSelf: user?.id === ownId,
    draft,
    teams,
    setTeams,
    entry,
    setEntry,
    isElsewhere: isOidcOnly,
    errors,
    failure,
    isPending,
    save,
    close: () => draft.confirmClose(() => leaveEntry(onClose)),
  }
}
