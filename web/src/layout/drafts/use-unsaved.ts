import { useEffect, useEffectEvent } from 'react'
import { confirmThen, blockNavigation, type LeaveTexts } from '../../router/navigation-blocker.ts'
import { preloadLeaveQuestion } from './LeaveDialog.tsx'

const nothing = () => undefined

/**
 * Blocks navigation while a form has unsaved changes: leaving then asks for confirmation.
 * @param discard called once the person has chosen to lose the changes
 * @param texts texts of the confirmation, if the loss is not a text
 * @returns a function that runs `close` at once, or after the confirmation
 */
export function useUnsaved(isUnsaved: boolean, discard: () => void = nothing, texts?: LeaveTexts): (close: () => void) => void {
  const discardNow = useEffectEvent(discard)
  const textsNow = useEffectEvent(() => texts)
  useEffect(() => {
    if (!isUnsaved) return undefined
    preloadLeaveQuestion()
    return blockNavigation({ discard: () => discardNow(), texts: () => textsNow() })
  }, [isUnsaved])
  return (close) => (isUnsaved ? confirmThen([{ discard, texts: () => texts }], close) : close())
}
