import type { Assertion, PasskeyRequest } from '@parvis/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { passkeySentence, showPasskey } from './passkey.ts'

interface PasskeyButtonProps extends Pick<ButtonProps, 'variant' | 'block' | 'children' | 'autoFocus' | 'isDisabled'> {
  /** What the key is to sign. */
  ask: () => Promise<PasskeyRequest>
  /** @throws what is shown over the button */
  onShown: (passkey: Assertion) => Promise<unknown>
  /** When the server gives no sentence. */
  fallback: string
}

/** Has the person show a passkey, and gives it away; what went wrong stands over it. */
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
