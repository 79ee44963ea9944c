/** The right side of the library (specification, chapter 4): view (of one, or of none yet), edit existing, or new; `serial` tells a new one from the one before. */
export type PromptEditor = { mode: 'view'; id: string | null } | { mode: 'edit'; id: string } | { mode: 'new'; id: string | null; serial: number }

export type PromptEditorEvent =
  | { type: 'select'; id: string }
  | { type: 'edit' }
  | { type: 'create' }
  | { type: 'cancel' }
  | { type: 'saved'; id: string }
  | { type: 'close' }

export const noPrompt: PromptEditor = { mode: 'view', id: null }

/** What follows. Cancelling gives back what was shown before; `close` shows the list alone. */
export function nextPromptEditor(state: PromptEditor, event: PromptEditorEvent): PromptEditor {
  switch (event.type) {
    case 'select':
    case 'saved':
      return { mode: 'view', id: event.id }
    case 'edit':
      return state.mode === 'view' && state.id !== null ? { mode: 'edit', id: state.id } : state
    case 'create':
      return { mode: 'new', id: state.id, serial: state.mode === 'new' ? state.serial + 1 : 0 }
    case 'cancel':
      return { mode: 'view', id: state.id }
    case 'close':
      return noPrompt
  }
}
