import type { Prompt } from '@parvis/contract'

/** The right side of the library (specification, chapter 4): view (of one, or of none yet), edit existing, or new; `serial` tells a new one from the one before. */
export type PromptEditor =
  | { mode: 'view'; id: string | null; isAsked: boolean }
  | { mode: 'edit'; id: string }
  | { mode: 'new'; id: string | null; serial: number }

/** `show`: what the address names now; null for the list alone. */
export type PromptEditorEvent = { type: 'show'; id: string | null } | { type: 'edit' } | { type: 'create' } | { type: 'cancel' }

/** What the page arrives on: nobody asked for it here, and it leaves the focus where it is. */
export const arrivalOn = (id: string | null): PromptEditor => ({ mode: 'view', id, isAsked: false })

/** What follows. Cancelling gives back what was shown before. */
export function nextPromptEditor(state: PromptEditor, event: PromptEditorEvent): PromptEditor {
  switch (event.type) {
    case 'show':
      return { mode: 'view', id: event.id, isAsked: true }
    case 'edit':
      return state.mode === 'view' && state.id !== null ? { mode: 'edit', id: state.id } : state
    case 'create':
      return { mode: 'new', id: state.id, serial: state.mode === 'new' ? state.serial + 1 : 0 }
    case 'cancel':
      return { mode: 'view', id: state.id, isAsked: true }
  }
}

/**
 * The prompt on the right side, as the library has it. One that is deleted elsewhere while it is being edited stays as it was: what is typed of
 * it is still on the screen, to be copied.
 * @param before what was there until now
 */
export function promptShown(editor: PromptEditor, prompts: readonly Prompt[], before: Prompt | undefined): Prompt | undefined {
  const found = prompts.find(({ id }) => id === editor.id)
  return found ?? (editor.mode === 'edit' && before?.id === editor.id ? before : undefined)
}
