import { useCallback, useState } from 'react'
import { useUnsaved } from '../drafts/use-unsaved.ts'

const words = {
  title: 'Fermer sans avoir gardé vos codes\u00a0?',
  sentence: 'Ils ne seront plus montrés\u00a0: il faudra en demander de nouveaux.',
  leave: 'Fermer',
  stay: 'Revenir aux codes',
}

/**
 * Guards recovery codes, which are shown once: while they are on the screen, whatever takes them away asks first.
 * @returns `onShown`, told that they are there, and `leave`, which goes away at once, or after the person agreed
 */
export function useShownCodes() {
  const [isShown, setShown] = useState(false)
  const leave = useUnsaved(isShown, undefined, words)
  return { leave, onShown: useCallback(() => setShown(true), []) }
}
