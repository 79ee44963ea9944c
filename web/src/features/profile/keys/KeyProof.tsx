import { limits, routes, type Assertion } from '@parvis/contract'
import { call, useUser } from '../../../api/browser.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { CodeField } from '../../../layout/second-factor/CodeField.tsx'
import { canUsePasskeys } from '../../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../../layout/second-factor/PasskeyButton.tsx'
import { PasswordField } from '../../../ui/fields/TextField.tsx'
import type { AvailableFactors } from '../ReauthenticationDialog.tsx'

export interface Proof {
  password: string
  code: string
}

interface KeyProofProps {
  factors: AvailableFactors
  proof: Proof
  onChange: (changes: Partial<Proof>) => void
  errors: Partial<Record<'code' | 'current_password', string>>
  /** Receives a passkey assertion, given in place of a code. */
  onPasskey: (passkey: Assertion) => void
}

/** Proof of identity of a person who creates a key: the second factor if there is one, else the password if there is one. */
export function KeyProof({ factors: { hasCodes, hasKey }, proof, onChange, errors, onPasskey }: KeyProofProps) {
  const user = useUser()
  const canUsePasskey = canUsePasskeys(useInstance()?.ways_in.passkeys) && hasKey
  if (!user.has_password) return null
  if (user.second_factor_at === null)
    return (
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        isRequired
        maxLength={limits.password}
        value={proof.password}
        onChange={(password) => onChange({ password })}
        error={errors.current_password}
      />
    )
  return (
    <>
      <CodeField
        label={hasCodes ? undefined : 'Code de secours'}
        isRequired={!canUsePasskey}
        {...(canUsePasskey && { hint: 'Ou, à sa place, une clé d’accès.' })}
        value={proof.code}
        onChange={(code) => onChange({ code })}
        error={errors.code}
      />
      {canUsePasskey && (
        <div>
          <PasskeyButton
            fallback="La clé n’a pas été créée. Veuillez réessayer."
            fetchChallenge={() => call(routes.passkeys.request)}
            onSigned={async (passkey) => onPasskey(passkey)}
          >
            Créer avec une clé d’accès
          </PasskeyButton>
        </div>
      )}
    </>
  )
}
