import { routes, type User } from '@parvis/contract'
import { useId, useRef, useState, type FormEvent } from 'react'
import { ApiError, isStale } from '../../api/api-error.ts'
import { invalidate } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { FormDraftNotice } from '../../layout/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/use-form-draft.ts'
import { useUnsaved } from '../../layout/use-unsaved.ts'
import { displayName } from '../../layout/user.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { passwordHint } from '../../ui/password-words.ts'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { describeUserError } from './user-errors.ts'
import {
  creationOf,
  editionOf,
  emptyUserEntry,
  emptyUserForm,
  findUserFormErrors,
  formOf,
  invitationSentence,
  noMailWarning,
  userFieldNames,
  type UserForm,
  type UserFormErrors,
} from './user-form.ts'
import styles from './UsersPage.module.css'

interface UserFormDialogProps {
  /** null: a new account. */
  user: User | null
  onClose: () => void
  onDone: (sentence: string, user: User, warning?: string) => void
}

/** Creates or edits an account. Nothing typed is lost by a refusal, nor put in the place of what a colleague saved meanwhile. */
export function UserFormDialog({ user, onClose, onDone }: UserFormDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const instance = useInstance()
  const hasMail = instance?.mail_host !== null
  const draft = useFormDraft<UserForm>(`user.${user?.id ?? 'new'}`, user ? formOf(user) : emptyUserForm, user?.updated_at)
  const { values, set } = draft
  const [entry, setEntry] = useState(emptyUserEntry)
  // The draft asks for itself.
  const leaveEntry = useUnsaved(!draft.isChanged && (entry.password !== '' || entry.invite))
  const close = () => draft.leave(() => leaveEntry(onClose))
  const [errors, setErrors] = useState<UserFormErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isNew = user === null
  const bind = <Name extends 'username' | 'email' | 'first_name' | 'last_name'>(name: Name) => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
  })

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    const found = findUserFormErrors(values, entry, isNew)
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return focusFirst(form.current, found)
    setPending(true)
    try {
      const saved = await draft.save((expected_updated_at) =>
        user === null
          ? call(routes.users.create, { body: creationOf(values, entry) })
          : call(routes.users.update, { params: { id: user.id }, body: { ...editionOf(values, entry), expected_updated_at } }),
      )
      const invitation = saved.is_active ? invitationSentence('Son invitation', hasMail) : 'Son invitation partira quand il sera activé.'
      const invited = isNew && entry.invite ? ` ${invitation}` : ''
      onDone(`Le compte «\u00a0${displayName(saved)}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.${invited}`, saved, saved.warning)
      onClose()
    } catch (error) {
      setPending(false)
      // What the list shows of it is no longer so.
      if (isStale(error)) return void invalidate(routes.users.update)
      if (error instanceof ApiError) setErrors(error.fields)
      setFailure(describeUserError(error))
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={isNew ? 'Nouvel utilisateur' : `Modifier «\u00a0${displayName(user)}\u00a0»`}
      isBusy={isPending}
      actions={
        <>
          <Button onPress={close} isDisabled={isPending}>
            Annuler
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
            {isNew ? 'Créer le compte' : 'Enregistrer'}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        {failure && <Banner tone="error">{failure}</Banner>}
        <FormDraftNotice draft={draft} fields={userFieldNames} onSaveMine={() => void submit()} isSaving={isPending} />
        <div className={styles.pair}>
          <TextField {...bind('username')} label="Nom d’utilisateur" isRequired autoComplete="off" autoFocus spellCheck="false" />
          <TextField {...bind('email')} label="E-mail" type="email" isRequired autoComplete="off" spellCheck="false" />
          <TextField {...bind('first_name')} label="Prénom" autoComplete="off" />
          <TextField {...bind('last_name')} label="Nom" autoComplete="off" />
        </div>
        {isNew && (
          <Checkbox
            isSelected={entry.invite}
            onChange={(invite) => setEntry({ ...entry, invite })}
            hint="La personne reçoit un lien, valable sept jours, pour choisir elle-même son mot de passe."
          >
            Inviter par courriel
          </Checkbox>
        )}
        {isNew && entry.invite && !hasMail && <Banner tone="warning">{noMailWarning.one}</Banner>}
        {!entry.invite && (
          <PasswordField
            name="password"
            value={entry.password}
            onChange={(password) => setEntry({ ...entry, password })}
            error={errors.password}
            label="Mot de passe"
            isRequired={isNew}
            autoComplete="new-password"
            hint={`${passwordHint(instance?.password_policy, values.is_admin)}${isNew ? '' : ' Laissez vide pour ne pas le changer.'}`}
          />
        )}
        <div className={styles.checks}>
          <Checkbox isSelected={values.is_admin} onChange={(is_admin) => set({ is_admin })} hint="Gère les comptes, les assistants et les prompts.">
            Administrateur
          </Checkbox>
          <Checkbox isSelected={values.is_active} onChange={(is_active) => set({ is_active })} hint="Un compte inactif ne peut pas se connecter.">
            Compte actif
          </Checkbox>
        </div>
      </form>
    </Dialog>
  )
}

function focusFirst(form: HTMLFormElement | null, errors: UserFormErrors) {
  const [first] = Object.keys(errors)
  form?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
}
