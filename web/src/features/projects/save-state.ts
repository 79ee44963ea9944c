/** State machine of the project editor (specification, chapter 4): reading, editing, saving, saved (cleared after 2 s), error. */
export type SaveState = { step: 'reading' } | { step: 'editing' } | { step: 'saving' } | { step: 'saved' } | { step: 'error' }

export type SaveEvent = 'edit' | 'cancel' | 'save' | 'kept' | 'failed' | 'clear'

const transitions: Record<SaveState['step'], Partial<Record<SaveEvent, SaveState['step']>>> = {
  reading: { edit: 'editing' },
  editing: { cancel: 'reading', save: 'saving' },
  saving: { kept: 'saved', failed: 'error' },
  saved: { edit: 'editing', clear: 'reading' },
  error: { save: 'saving', cancel: 'reading', clear: 'editing' },
}

/** Returns the next state. An event that does not apply to the state changes nothing. */
export function nextSaveState(state: SaveState, event: SaveEvent): SaveState {
  const step = transitions[state.step][event]
  return step === undefined ? state : { step }
}

/** Whether the fields are shown. */
export const isEditing = ({ step }: SaveState): boolean => step === 'editing' || step === 'saving' || step === 'error'
