import { useState } from 'react'
import type { FailureMessage } from '../../api/transport/api-error.ts'
import { useUser } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { checkPasswords, noPasswords, PasswordFields } from '../../ui/fields/PasswordFields.tsx'
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
  const [isSuccessShown, showSuccess] = useState(false)
  const { errors, failure, dismissFailure, isPending, formProps } = useSubmission<keyof typeof noPasswords, unknown, FailureMessage>({
    check() {
      // Removes the result of the last change.
      change.reset()
      return checkPasswords(values)
    },
    send: () => change.mutateAsync({ current_password: values.current_password, new_password: values.new_password }),
    onDone() {
      showSuccess(true)
      setValues(noPasswords)
    },
    describe: passwordFailure,
  })

  return (
    <form className={styles.form} aria-label="Changer de mot de passe" {...formProps}>
      <Notice sentence={change.isSuccess && isSuccessShown && 'Mot de passe modifié avec succès'} onDismiss={() => showSuccess(false)} />
      {failure && (
        <Banner tone="error" onDismiss={dismissFailure}>
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
          isReadOnly={isPending}
        />
      </div>
      <p className={styles.note}>Vos autres sessions seront fermées&nbsp;; celle-ci continue.</p>
      <div>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Modification…">
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
