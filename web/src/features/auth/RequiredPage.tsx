import { useState } from 'react'
import { useUser, session } from '../../api/browser.ts'
import { RequiredPasswordPage } from './RequiredPasswordPage.tsx'
import { useInstance } from '../../api/use-instance.ts'
import { AddPasskey } from '../../layout/second-factor/AddPasskey.tsx'
import { canUsePasskeys } from '../../layout/second-factor/passkey.ts'
import { SetUpSecondFactor } from '../../layout/second-factor/SetUpSecondFactor.tsx'
import { useRecoveryCodesGuard } from '../../layout/second-factor/RecoveryCodes.tsx'
import { signOut } from '../../layout/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { AuthCard } from './AuthCard.tsx'
import styles from './AuthForm.module.css'

/** Page shown instead of any other while the account must change its password or set up a second factor. */
export const RequiredPage = () => (useUser().must_change_password ? <RequiredPasswordPage /> : <RequiredSecondFactorPage />)

const finish = () => void session.verify(true)

/** Page shown instead of any other while a mandatory second factor is missing. The requested page opens once it is set up. */
function RequiredSecondFactorPage() {
  const canHaveKey = canUsePasskeys(useInstance()?.ways_in.passkeys)
  const [isByKey, chooseKey] = useState(false)
  const { leave, onShown } = useRecoveryCodesGuard()
  const instead = canHaveKey && (
    <div className={styles.stack}>
      <p className={styles.or}>ou</p>
      <Button block onPress={() => chooseKey(!isByKey)}>
        {isByKey ? 'Choisir une application de codes' : 'Créer plutôt une clé d’accès'}
      </Button>
    </div>
  )
  return (
    <AuthCard
      title="Activez la double authentification"
      lead={`Votre organisation la demande\u00a0: ${canHaveKey ? 'un code ou une clé d’accès' : 'un code'}, en plus de votre mot de passe. Parvis s’ouvre aussitôt après.`}
      links={<Button onPress={() => leave(signOut)}>Se déconnecter</Button>}
    >
      {isByKey ? (
        <AddPasskey name="" onDone={finish} onCodesShown={onShown} alternative={instead} />
      ) : (
        <SetUpSecondFactor onDone={finish} onCodesShown={onShown} alternative={instead} />
      )}
    </AuthCard>
  )
}
