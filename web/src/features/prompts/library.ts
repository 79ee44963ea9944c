import { constants, type Prompt } from '@parvis/contract'
import { matchesSearch } from '../../ui/lists/matching.ts'
import { truncate } from '../../ui/words/formats.ts'
import type { PromptValues } from './PromptFields.tsx'

/** Filters prompts by name, ignoring case and accents. */
export const foundPrompts = (list: readonly Prompt[], search: string): Prompt[] => list.filter(({ name }) => matchesSearch(search, [name]))

/** Returns the first 40 characters of the content, on one line (specification, chapter 9). */
export const previewOf = ({ content }: Prompt): string => truncate(content.replace(/\s+/g, ' ').trim(), constants.promptPreviewLength)

/** Returns the list with a saved prompt added or replaced, sorted by name. */
export function withPrompt(list: readonly Prompt[], prompt: Prompt): Prompt[] {
  const { compare } = new Intl.Collator('fr')
  return [...list.filter(({ id }) => id !== prompt.id), prompt].sort((a, b) => compare(a.name, b.name))
}

/**
 * State of the right side of the library (specification, chapter 4): view (null id: nothing selected), edit, or new. `serial` distinguishes two new
 * prompts in a row.
 */
export type PromptEditor =
  | { mode: 'view'; id: string | null; wasSelectedHere: boolean }
  | { mode: 'edit'; id: string }
  | { mode: 'new'; id: string | null; serial: number }

/** `show`: the prompt in the URL changed; a null id means the list alone. */
export type PromptEditorEvent = { type: 'show'; id: string | null } | { type: 'edit' } | { type: 'create' } | { type: 'cancel' }

/** Returns the state when the page opens: no action of the person selected the prompt, so it must not take the focus. */
export const initialEditor = (id: string | null): PromptEditor => ({ mode: 'view', id, wasSelectedHere: false })

/** Returns the next state. Cancelling goes back to the prompt that was shown. */
export function nextPromptEditor(state: PromptEditor, event: PromptEditorEvent): PromptEditor {
  switch (event.type) {
    case 'show':
      return { mode: 'view', id: event.id, wasSelectedHere: true }
    case 'edit':
      return state.mode === 'view' && state.id !== null ? { mode: 'edit', id: state.id } : state
    case 'create':
      return { mode: 'new', id: state.id, serial: state.mode === 'new' ? state.serial + 1 : 0 }
    case 'cancel':
      return { mode: 'view', id: state.id, wasSelectedHere: true }
  }
}

/**
 * Returns the prompt to show. A prompt deleted elsewhere while it is being edited stays shown, so that the typed text can be copied.
 * @param before prompt shown by the previous render
 */
export function promptShown(editor: PromptEditor, prompts: readonly Prompt[], before: Prompt | undefined): Prompt | undefined {
  const found = prompts.find(({ id }) => id === editor.id)
  return found ?? (editor.mode === 'edit' && before?.id === editor.id ? before : undefined)
}

/** Steps of a deletion (specification, chapter 4): idle, waiting for the confirmation, deleting. */
export type PromptDeletion = 'idle' | 'confirming' | 'deleting'

export type PromptDeletionEvent = 'press' | 'cancel' | 'leave' | 'failed'

/** Returns the next step. Cancelling or losing the focus resets it, except while the server is deleting. */
export function nextPromptDeletion(state: PromptDeletion, event: PromptDeletionEvent): PromptDeletion {
  if (state === 'deleting') return event === 'failed' ? 'idle' : state
  if (event === 'press') return state === 'idle' ? 'confirming' : 'deleting'
  return 'idle'
}

/** Sentence above the form of a library prompt with a blank name or content (specification, chapter 5). */
export const missingSentence = 'Le nom et le contenu du prompt sont requis'

/** Returns the error of each blank field of a library prompt. */
export function findMissing(values: PromptValues): Partial<Record<keyof PromptValues, string>> {
  const blank = (['name', 'content'] as const).filter((name) => values[name].trim() === '')
  return Object.fromEntries(blank.map((name) => [name, 'Ce champ est obligatoire']))
}
