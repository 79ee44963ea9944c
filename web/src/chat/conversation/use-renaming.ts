import { useState } from 'react'
import { tellMissing } from '../../ui/on-demand.tsx'
import type { TitleField } from './TitleField.tsx'

// Its code comes when somebody has a title to write.
let Loaded: typeof TitleField | null = null

/** A title that can be written where it stands. `Field`: what it is written in; null while it is not. */
export function useRenaming() {
  const [isRenaming, setRenaming] = useState(false)
  async function rename() {
    try {
      Loaded ??= (await import('./TitleField.tsx')).TitleField
      setRenaming(true)
    } catch {
      tellMissing('Le titre n’a pas pu être ouvert')
    }
  }
  return { Field: isRenaming ? Loaded : null, rename: () => void rename(), end: () => setRenaming(false) }
}

/**
 * Gives the first button of a part the focus that a field had, when it went with the field (Enter, Escape). Whoever left the field for another
 * place already writes there.
 */
export function takeLostFocus(part: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) part?.querySelector('button')?.focus()
}
