import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useUser } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { checkPasswords, noPasswords, type PasswordErrors, PasswordFields } from '../../ui/fields/PasswordFields.tsx'
import { weaknessWords } from '../../ui/fields/password-words.ts'
import { passwordFailure } from './profile-errors.ts'
import styles from './Profile.module.css'
import { useChangePassword } from './use-profile.ts'

/** Form that changes the password: the current one, then the new one twice. */
export function PasswordForm() {
  const user = useUser()
  const instance = useInstance()
  const change = useChangePassword()
  const [values, setValues] = useState(noPasswords)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [isDismissed, setDismissed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusWithin(form.current, invalidFieldSelector)
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
  return (
    <form ref={form} className={styles.form} noValidate aria-label="Changer de mot de passe" onSubmit={(event) => void submit(event)}>
      <Notice sentence={change.isSuccess && !isDismissed && 'Mot de passe modifié avec succès'} onDismiss={() => setDismissed(true)} />
      {failure && !isDismissed && (
        <Banner tone="error" onDismiss={() => setDismissed(true)}>
          <p>{failure.sentence}</p>
          {failure.reason && <p>{failure.reason}</p>}
        </Banner>
      )}
      <PolicyWarning answered={change.data?.warning} weakness={weaknessWords(user)} />
      <div className={styles.passwords}>
        <PasswordFields
          user={user}
          policy={instance?.password_policy}
          values={values}
          errors={errors}
          onChange={(changes) => setValues((previous) => ({ ...previous, ...changes }))}
          isReadOnly={change.isPending}
        />
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

/** Warning about a weak password that the policy accepts. */
function PolicyWarning({ answered, weakness }: { answered: string | undefined; weakness: string | null }) {
  if (answered) return <Banner tone="warning">{answered}</Banner>
  return weakness && <Banner tone="warning">{weakness} Nous vous conseillons d’en changer.</Banner>
}
