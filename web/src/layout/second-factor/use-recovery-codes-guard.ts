import { useCallback, useState } from 'react'
import { useUnsaved } from '../drafts/use-unsaved.ts'

const texts = {
  title: 'Fermer sans avoir gardé vos codes\u00a0?',
  sentence: 'Ils ne seront plus montrés\u00a0: il faudra en demander de nouveaux.',
  leave: 'Fermer',
  stay: 'Revenir aux codes',
}

/**
 * Asks for confirmation before leaving recovery codes, which are shown only once.
 * @returns `onShown`, to call when they are on the screen, and `leave`, which runs its argument at once or after the confirmation
 */
export function useRecoveryCodesGuard() {
  const [isShown, setShown] = useState(false)
  const leave = useUnsaved(isShown, undefined, texts)
  return { leave, onShown: useCallback(() => setShown(true), []) }
}
