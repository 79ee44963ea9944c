import { useEffect, useEffectEvent } from 'react'
import { askFirst, holdPage, type LeaveWords } from '../../router/leaving.ts'
import { prepareLeaveQuestion } from './LeaveDialog.tsx'

const nothing = () => undefined

/**
 * Guards a form: while something in it is not saved, whatever leaves the page asks first.
 * @param forget called once the person has chosen to leave it behind
 * @param words where what would be lost is not a text
 * @returns closes the form (`close` is what does it): at once, or after the person agreed
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
