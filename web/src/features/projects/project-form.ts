import type { Project } from '@parvis/contract'
import { statusWords } from './project-status.ts'

/** Values of the forms of a project. */
export type ProjectValues = Pick<Project, 'name' | 'description' | 'content' | 'status' | 'min_level'>

/** Texts and level of a project, without the state, which has its own button on the project page. */
export type ProjectTexts = Omit<ProjectValues, 'status'>

/** Initial values of a new project (valid by default: specification, chapter 9). */
export const newProject: ProjectValues = { name: '', description: '', content: '', status: 'valid', min_level: 1 }

export const valuesOf = ({ name, description, content, status, min_level }: Project): ProjectValues => ({ name, description, content, status, min_level })

/** Field labels used in the notice of an edit conflict. */
export const projectFieldNames = {
  name: 'Nom',
  description: 'Description',
  content: 'Contenu',
  min_level: { label: 'Niveau des modèles', read: String },
  status: { label: 'Etat', read: (status: Project['status']) => statusWords[status].badge },
} as const

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
