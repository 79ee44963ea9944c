import { useState } from 'react'
import { alertDownloadFailure } from '../../ui/on-demand.tsx'
import type { TitleField } from './TitleField.tsx'

// Loaded on demand, at the first renaming.
let Loaded: typeof TitleField | null = null

/** State of a title edited in its place. `Field`: component of the field; null when the title is not being edited. */
export function useRenaming() {
  const [isRenaming, setRenaming] = useState(false)
  async function rename() {
    try {
      Loaded ??= (await import('./TitleField.tsx')).TitleField
      setRenaming(true)
    } catch {
      alertDownloadFailure('Le titre n’a pas pu être ouvert')
    }
  }
  return { Field: isRenaming ? Loaded : null, rename: () => void rename(), end: () => setRenaming(false) }
}

/** Focuses the first button of `container` if the focus was lost with a removed field (Enter, Escape). A focus moved elsewhere by the person is left there. */
export function restoreLostFocus(container: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) container?.querySelector('button')?.focus()
}
