import { routes, type User } from '@parvis/contract'
import { useId, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { displayName } from '../../layout/user.ts'
import { useUnsaved } from '../../layout/use-unsaved.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { passwordHint } from '../../ui/password-words.ts'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { describeUserError } from './user-errors.ts'
import { creationOf, editionOf, emptyUserForm, findUserFormErrors, formOf, type UserForm, type UserFormErrors } from './user-form.ts'
import styles from './UsersPage.module.css'

export interface UserFormDialogProps {
  /** null: a new account. */
  user: User | null
  onClose: () => void
  onDone: (sentence: string, user: User, warning?: string) => void
}

/** Creates or edits an account. Nothing typed is lost by a refusal. */
export function UserFormDialog({ user, onClose, onDone }: UserFormDialogProps) {
  const formId = useId()
  const instance = useInstance()
  const [form, setForm] = useState<UserForm>(() => (user ? formOf(user) : emptyUserForm))
  const [begun] = useState(form)
  const leave = useUnsaved((Object.keys(form) as (keyof UserForm)[]).some((name) => form[name] !== begun[name]))
  const close = () => leave(onClose)
  const [errors, setErrors] = useState<UserFormErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isNew = user === null
  const bind = <Name extends keyof UserForm>(name: Name) => ({
    name,
    value: form[name],
    onChange: (value: UserForm[Name]) => setForm({ ...form, [name]: value }),
    error: errors[name],
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = findUserFormErrors(form, isNew)
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget as HTMLFormElement, found)
    setPending(true)
    try {
      const saved =
        user === null
          ? await call(routes.users.create, { body: creationOf(form) })
          : await call(routes.users.update, { params: { id: user.id }, body: editionOf(form) })
      const invited = isNew && form.invite ? ' Son invitation est envoyée.' : ''
      onDone(`Le compte «\u00a0${displayName(saved)}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.${invited}`, saved, saved.warning)
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields)
      setFailure(describeUserError(error))
      setPending(false)
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
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        {failure && <Banner tone="error">{failure}</Banner>}
        <div className={styles.pair}>
          <TextField {...bind('username')} label="Nom d’utilisateur" isRequired autoComplete="off" autoFocus spellCheck="false" />
          <TextField {...bind('email')} label="E-mail" type="email" isRequired autoComplete="off" spellCheck="false" />
          <TextField {...bind('first_name')} label="Prénom" autoComplete="off" />
          <TextField {...bind('last_name')} label="Nom" autoComplete="off" />
        </div>
        {isNew && (
          <Checkbox
            isSelected={form.invite}
            onChange={(invite) => setForm({ ...form, invite })}
            hint="La personne reçoit un lien, valable sept jours, pour choisir elle-même son mot de passe."
          >
            Inviter par courriel
          </Checkbox>
        )}
        {!form.invite && (
          <PasswordField
            {...bind('password')}
            label="Mot de passe"
            isRequired={isNew}
            autoComplete="new-password"
            hint={`${passwordHint(instance?.password_policy, form.is_admin)}${isNew ? '' : ' Laissez vide pour ne pas le changer.'}`}
          />
        )}
        <div className={styles.checks}>
          <Checkbox isSelected={form.is_admin} onChange={(is_admin) => setForm({ ...form, is_admin })} hint="Gère les comptes, les assistants et les prompts.">
            Administrateur
          </Checkbox>
          <Checkbox isSelected={form.is_active} onChange={(is_active) => setForm({ ...form, is_active })} hint="Un compte inactif ne peut pas se connecter.">
            Compte actif
          </Checkbox>
        </div>
      </form>
    </Dialog>
  )
}

function focusFirst(form: HTMLFormElement, errors: UserFormErrors) {
  const [first] = Object.keys(errors)
  form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
}
