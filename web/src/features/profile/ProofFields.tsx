import { routes, type Assertion } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { CodeField } from '../../layout/second-factor/CodeField.tsx'
import { canUsePasskeys } from '../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../layout/second-factor/PasskeyButton.tsx'
import { PasswordField } from '../../ui/fields/TextField.tsx'

/** What is shown before something of the second factor goes. */
export interface Proof {
  code?: string
  passkey?: Assertion
}

interface ProofFieldsProps {
  password: string
  onPassword: (password: string) => void
  code: string
  onCode: (code: string) => void
  errors: Record<string, string>
  /** The account has an application of codes; else recovery codes alone. */
  hasCodes: boolean
  /** One of the keys can be shown here: in the place of the code. */
  hasKey: boolean
  onKey: (passkey: Assertion) => Promise<unknown>
  /** What showing one does. */
  keyLabel: string
}

/** The password, and a second factor: a code, or a passkey in its place. */
export function ProofFields({ password, onPassword, code, onCode, errors, hasCodes, hasKey, onKey, keyLabel }: ProofFieldsProps) {
  const canUse = canUsePasskeys(useInstance()?.ways_in.passkeys)
  return (
    <>
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        autoFocus
        isRequired
        value={password}
        onChange={onPassword}
        error={errors['password']}
      />
      <CodeField
        label={hasCodes ? undefined : 'Code de secours'}
        isRequired={!hasKey || !canUse}
        {...(hasKey && canUse && { hint: 'Ou, à sa place, une clé d’accès.' })}
        value={code}
        onChange={onCode}
        error={errors['code']}
      />
      {hasKey && canUse && (
        <div>
          <PasskeyButton isDisabled={password === ''} fallback="Rien n’a changé. Veuillez réessayer." ask={() => call(routes.passkeys.request)} onShown={onKey}>
            {keyLabel}
          </PasskeyButton>
        </div>
      )}
    </>
  )
}
