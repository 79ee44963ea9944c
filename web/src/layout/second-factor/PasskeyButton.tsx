import type { Assertion, PasskeyRequest } from '@parvis/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { passkeySentence, showPasskey } from './passkey.ts'

interface PasskeyButtonProps extends Pick<ButtonProps, 'variant' | 'block' | 'children' | 'autoFocus' | 'isDisabled'> {
  /** Fetches the WebAuthn challenge to sign. */
  ask: () => Promise<PasskeyRequest>
  /** Receives the signed assertion. @throws an error whose message is shown above the button */
  onShown: (passkey: Assertion) => Promise<unknown>
  /** Message of a failure for which the server gives none. */
  fallback: string
}

/** Button that asks the device for a passkey and passes its assertion to `onShown`. A failure is shown above it. */
export function PasskeyButton({ ask, onShown, fallback, ...props }: PasskeyButtonProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  async function show() {
    if (isPending) return
    setPending(true)
    setFailure(null)
    try {
      await onShown(await showPasskey(await ask()))
    } catch (error) {
      setFailure(passkeySentence(error, fallback))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Button {...props} icon={<KeyRound aria-hidden />} onPress={() => void show()} isPending={isPending} pendingLabel="Présentez votre clé d’accès…" />
    </>
  )
}
