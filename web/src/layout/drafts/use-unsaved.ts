import { useEffect, useEffectEvent } from 'react'
import { askFirst, holdPage, type LeaveWords } from '../../router/leaving.ts'
import { prepareLeaveQuestion } from './LeaveDialog.tsx'

const nothing = () => undefined

/**
 * Blocks navigation while a form has unsaved changes: leaving then asks for confirmation.
 * @param forget called once the person has chosen to lose the changes
 * @param words texts of the confirmation, if the loss is not a text
 * @returns a function that runs `close` at once, or after the confirmation
 */
export function useUnsaved(isUnsaved: boolean, forget: () => void = nothing, words?: LeaveWords): (close: () => void) => void {
  const forgetNow = useEffectEvent(forget)
  const wordsNow = useEffectEvent(() => words)
  useEffect(() => {
    if (!isUnsaved) return undefined
    prepareLeaveQuestion()
    return holdPage({ forget: () => forgetNow(), words: () => wordsNow() })
  }, [isUnsaved])
  return (close) => (isUnsaved ? askFirst([{ forget, words: () => words }], close) : close())
}
