import type { Assertion, PasskeyRequest } from '@parvis/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { passkeySentence, signWithPasskey } from './passkey.ts'

interface PasskeyButtonProps extends Pick<ButtonProps, 'variant' | 'block' | 'children' | 'autoFocus' | 'isDisabled'> {
  /** Fetches the WebAuthn challenge to sign. */
  fetchChallenge: () => Promise<PasskeyRequest>
  /** Receives the signed assertion. @throws an error whose message is shown above the button */
  onSigned: (passkey: Assertion) => Promise<unknown>
  /** Message of a failure for which the server gives none. */
  fallback: string
}

/** Button that asks the device for a passkey and passes its assertion to `onSigned`. A failure is shown above it. */
export function PasskeyButton({ fetchChallenge, onSigned, fallback, ...props }: PasskeyButtonProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  async function sign() {
    if (isPending) return
    setPending(true)
    setFailure(null)
    try {
      await onSigned(await signWithPasskey(await fetchChallenge()))
    } catch (error) {
      setFailure(passkeySentence(error, fallback))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Button {...props} icon={<KeyRound aria-hidden />} onPress={() => void sign()} isPending={isPending} pendingLabel="Présentez votre clé d’accès…" />
    </>
  )
}
