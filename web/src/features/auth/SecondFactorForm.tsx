import { routes } from '@parvis/contract'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '../../api/transport/api-error.ts'
import { call, device, session } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { CodeField } from '../../layout/second-factor/CodeField.tsx'
import { canUsePasskeys } from '../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../layout/second-factor/PasskeyButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { AuthCard, FormFailure } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { missingErrors } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

interface SecondFactorProps {
  /** Error by which the server asked for a second factor after the right password: its challenge, and the factors that the account has. */
  secondFactorError: Pick<ApiError, 'challenge' | 'factors'>
  /** Goes back to the password form. Needed when the challenge has expired, five minutes after the password. */
  onBack: () => void
}

const hints = {
  code: 'Votre application de codes l’affiche. Sans votre téléphone, un de vos codes de secours sert à sa place.',
  recovery: 'Un des dix qui vous ont été donnés.',
  noKey: 'Votre clé d’accès ne sert pas à cette adresse, ou dans ce navigateur\u00a0: un des codes qui vous ont été donnés sert à sa place.',
}

/** Second step of signing in: a passkey, a code of the authenticator application, or a recovery code. */
export function SecondFactorForm({ secondFactorError: { challenge: given, factors }, onBack, actions }: SecondFactorProps & { actions?: ReactNode }) {
  const challenge = given!
  const hasKey = useHasKey(factors)
  const [code, setCode] = useState('')
  const form = useAuthForm(
    () => missingErrors({ code }, { code: 'Saisissez un code.' }),
    async () => void session.enter(await call(routes.secondFactor.signIn, { body: { challenge, code, device: device.read() } })),
    'Erreur de connexion',
  )
  const submit = (
    <Button type="submit" variant={hasKey ? 'secondary' : 'primary'} block={actions === undefined} isPending={form.isPending} pendingLabel="Vérification…">
      Continuer
    </Button>
  )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      {hasKey && (
        <div className={styles.stack}>
          <PasskeyButton
            variant="primary"
            block
            autoFocus
            fallback="Erreur de connexion"
            fetchChallenge={() => call(routes.passkeys.signInRequest, { body: { challenge } })}
            onSigned={async (passkey) => session.enter(await call(routes.secondFactor.signIn, { body: { challenge, passkey, device: device.read() } }))}
          >
            Utiliser une clé d’accès
          </PasskeyButton>
          <p className={styles.or}>ou avec un code</p>
        </div>
      )}
      <FormFailure failure={form.failure} action={<Button onPress={onBack}>Saisir le mot de passe</Button>} />
      <CodeField
        label={factors.includes('code') ? undefined : 'Code de secours'}
        hint={factors.includes('code') ? hints.code : hasKey ? hints.recovery : hints.noKey}
        autoFocus={!hasKey}
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

function useHasKey(factors: ApiError['factors']): boolean {
  const origin = useInstance()?.ways_in.passkeys
  return factors.includes('passkey') && canUsePasskeys(origin)
}

export function SecondFactorCard(props: SecondFactorProps) {
  const hasKey = useHasKey(props.secondFactorError.factors)
  return (
    <AuthCard
      title={hasKey ? 'Double authentification' : 'Code de vérification'}
      lead={`Votre mot de passe est le bon. ${hasKey ? 'Une clé d’accès ou un code' : 'Un code'} achève la connexion.`}
      links={<Button onPress={props.onBack}>Revenir</Button>}
    >
      <SecondFactorForm {...props} />
    </AuthCard>
  )
}
