import { routes } from '@parvis/contract'
import { useState, type ReactNode } from 'react'
import { call, device, session } from '../../api/browser.ts'
import { CodeField } from '../../layout/second-factor/CodeField.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { AuthCard } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { FormFailure } from './FormFailure.tsx'
import { missing } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

interface SecondFactorProps {
  /** What the right password gave. */
  challenge: string
  /** Back to the password, which may be asked again: the first part is worth five minutes. */
  onBack: () => void
}

/** The second part of a sign-in: the code of the application, or a recovery code. */
export function SecondFactorForm({ challenge, onBack, actions }: SecondFactorProps & { actions?: ReactNode }) {
  const [code, setCode] = useState('')
  const form = useAuthForm(
    () => missing({ code }, { code: 'Saisissez un code.' }),
    async () => void session.enter(await call(routes.secondFactor.signIn, { body: { challenge, code, device: device.read() } })),
    'Erreur de connexion',
  )
  const submit = (
    <Button type="submit" variant="primary" block={actions === undefined} isPending={form.isPending} pendingLabel="Vérification…">
      Continuer
    </Button>
  )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormFailure failure={form.failure} action={<Button onPress={onBack}>Saisir le mot de passe</Button>} />
      <CodeField
        hint="Votre application de codes l’affiche. Sans votre téléphone, un de vos codes de secours sert à sa place."
        autoFocus
        value={code}
        onChange={setCode}
        error={form.errors['code']}
      />
      {actions ? (
        <DialogActions>
          {actions}
          {submit}
        </DialogActions>
      ) : (
        submit
      )}
    </form>
  )
}

export function SecondFactorCard(props: SecondFactorProps) {
  return (
    <AuthCard
      title="Code de vérification"
      lead="Votre mot de passe est le bon. Un code achève la connexion."
      links={<Button onPress={props.onBack}>Revenir</Button>}
    >
      <SecondFactorForm {...props} />
    </AuthCard>
  )
}
