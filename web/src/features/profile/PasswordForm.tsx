import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useUser } from '../../api/session.tsx'
import { useInstance } from '../../api/use-instance.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { passwordHint, weaknessWords } from '../../ui/password-words.ts'
import { PasswordField } from '../../ui/TextField.tsx'
import { checkPasswords, noPasswords, type PasswordErrors, type PasswordValues } from './password-rules.ts'
import { passwordFailure } from './profile-errors.ts'
import styles from './Profile.module.css'
import { useChangePassword } from './use-profile.ts'

/** Changes the password: the current one, the new one twice. */
export function PasswordForm() {
  const user = useUser()
  const instance = useInstance()
  const change = useChangePassword()
  const [values, setValues] = useState(noPasswords)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [isDismissed, setDismissed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    change.reset()
    setDismissed(false)
    const refused = checkPasswords(values)
    setErrors(refused)
    if (Object.keys(refused).length > 0) return
    try {
      await change.mutateAsync({ current_password: values.current_password, new_password: values.new_password })
      setValues(noPasswords)
    } catch (error) {
      setErrors(passwordFailure(error).fields)
    }
  }

  const failure = change.isError ? passwordFailure(change.error) : null
  const field = (name: keyof PasswordValues) => ({
    name,
    isRequired: true,
    isReadOnly: change.isPending,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => setValues((previous) => ({ ...previous, [name]: value })),
  })

  return (
    <form ref={form} className={styles.form} noValidate aria-label="Changer de mot de passe" onSubmit={(event) => void submit(event)}>
      {change.isSuccess && !isDismissed && (
        <Banner tone="success" onDismiss={() => setDismissed(true)}>
          Mot de passe modifié avec succès
        </Banner>
      )}
      {failure && !isDismissed && (
        <Banner tone="error" onDismiss={() => setDismissed(true)}>
          <p>{failure.sentence}</p>
          {failure.reason && <p>{failure.reason}</p>}
        </Banner>
      )}
      <PolicyWarning answered={change.data?.warning} weakness={weaknessWords(user)} />
      {/* So that a password manager knows whose password it keeps. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <div className={styles.passwords}>
        <PasswordField label="Mot de passe actuel" autoComplete="current-password" {...field('current_password')} />
        <PasswordField
          label="Nouveau mot de passe"
          autoComplete="new-password"
          {...field('new_password')}
          hint={passwordHint(instance?.password_policy, user.is_admin)}
        />
        <PasswordField label="Confirmer le nouveau mot de passe" autoComplete="new-password" {...field('confirmation')} />
      </div>
      <p className={styles.note}>Vos autres sessions seront fermées&nbsp;; celle-ci continue.</p>
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending} pendingLabel="Modification…">
          Changer le mot de passe
        </Button>
      </div>
    </form>
  )
}

/** A password that the policy accepts but would rather not. */
function PolicyWarning({ answered, weakness }: { answered: string | undefined; weakness: string | null }) {
  if (answered) return <Banner tone="warning">{answered}</Banner>
  return weakness && <Banner tone="warning">{weakness} Nous vous conseillons d’en changer.</Banner>
}
