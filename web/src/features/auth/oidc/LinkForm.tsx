import { routes, type RouteAnswer, type LinkOffer, type SentRouteBody } from '@parvis/contract'
import { useState } from 'react'
import { ApiError } from '../../../api/transport/api-error.ts'
import { call, device } from '../../../api/browser.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { CodeField } from '../../../layout/second-factor/CodeField.tsx'
import { canUsePasskeys } from '../../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../../layout/second-factor/PasskeyButton.tsx'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField, TextField } from '../../../ui/fields/TextField.tsx'
import { AuthCard, FormFailure } from '../AuthCard.tsx'
import styles from '../AuthForm.module.css'
import { authorizationSecret } from './authorization-secret.ts'
import { missingErrors } from '../rules.ts'
import { useAuthForm } from '../use-auth-form.ts'

interface LinkFormProps {
  link: LinkOffer
  onDone: (answer: RouteAnswer<typeof routes.oidc.link>) => void
}

/**
 * Form that links an identity to the existing account with the same e-mail address. The person proves once that the account is theirs: with its password
 * or a mailed code, and a second factor if it has one.
 */
export function LinkForm({ link: { ticket, proof: kind, email, provider }, onDone }: LinkFormProps) {
  const [proof, setProof] = useState('')
  const [code, setCode] = useState('')
  /** Error by which the server asked for a second factor; null until then. */
  const [secondFactorError, setSecondFactorError] = useState<ApiError | null>(null)
  const origin = useInstance()?.ways_in.passkeys
  const hasKey = secondFactorError !== null && secondFactorError.factors.includes('passkey') && canUsePasskeys(origin)
  const link = async (secondFactor: Pick<SentRouteBody<typeof routes.oidc.link>, 'code' | 'passkey'>) =>
    onDone(await call(routes.oidc.link, { body: { ticket, proof, ...secondFactor, browser_secret: authorizationSecret(), device: device.read() } }))
  const form = useAuthForm(
    () =>
      missingErrors(
        { proof, ...(secondFactorError && { code }) },
        { proof: kind === 'code' ? 'Saisissez le code reçu.' : 'Saisissez votre mot de passe.', ...(secondFactorError && { code: 'Saisissez un code.' }) },
      ),
    async () => {
      try {
        await link(secondFactorError ? { code } : {})
      } catch (error) {
        if (secondFactorError || !(error instanceof ApiError) || error.code !== 'auth.second_factor_required') throw error
        setSecondFactorError(error)
      }
    },
    'Erreur de connexion',
  )
  const field = { name: 'proof', isRequired: true, value: proof, onChange: setProof, error: form.errors['proof'] }
  return (
    <AuthCard
      title="Relier votre compte"
      lead={`L’adresse ${email} a déjà un compte ici. Prouvez qu’il est à vous\u00a0: ${provider} l’ouvrira ensuite sans rien demander.`}
      links={<Link to={paths.login}>Revenir à la connexion</Link>}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormFailure failure={form.failure} />
        {kind === 'code' ? (
          <TextField
            label="Code reçu par courriel"
            hint="Il vient d’y être envoyé&nbsp;: huit chiffres, valables un quart d’heure."
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field}
          />
        ) : (
          <>
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField label="Mot de passe de votre compte" autoComplete="current-password" {...field} />
          </>
        )}
        {hasKey && (
          <div className={styles.stack}>
            <PasskeyButton
              block
              fallback="Erreur de connexion"
              fetchChallenge={() => call(routes.passkeys.signInRequest, { body: { challenge: secondFactorError.challenge! } })}
              onSigned={(passkey) => link({ passkey })}
            >
              Relier avec une clé d’accès
            </PasskeyButton>
            <p className={styles.or}>ou avec un code</p>
          </div>
        )}
        {secondFactorError && (
          <CodeField hint="Ce compte a la double authentification." autoFocus value={code} onChange={setCode} error={form.errors['code']} />
        )}
        <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Vérification…">
          Relier et me connecter
        </Button>
      </form>
    </AuthCard>
  )
}
