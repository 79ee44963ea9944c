import { useEffect, useEffectEvent } from 'react'
import { askFirst, holdPage } from '../router/leaving.ts'
import { prepareLeaveQuestion } from './LeaveDialog.tsx'

const nothing = () => undefined

/**
 * Guards a form: while something in it is not saved, whatever leaves the page asks first.
 * @param forget called once the person has chosen to leave it behind
 * @returns closes the form (`close` is what does it): at once, or after the person agreed
 */
export function useUnsaved(isUnsaved: boolean, forget: () => void = nothing): (close: () => void) => void {
  const forgetNow = useEffectEvent(forget)
  useEffect(() => {
    if (!isUnsaved) return undefined
    prepareLeaveQuestion()
    return holdPage(() => forgetNow())
  }, [isUnsaved])
  return (close) => (isUnsaved ? askFirst([forget], close) : close())
}
