import type { ConversationDocument } from '@parvis/contract'
import type { HeldFile } from './files-state.ts'

/** Files attached when the page opened. @param questions keys of the questions of the conversation, in order */
export const heldFrom = (documents: readonly ConversationDocument[], questions: readonly string[]): HeldFile[] =>
  documents.map((one) => ({ ...one, since: null, before: questions.slice(0, one.after) }))

/**
 * Groups files by the key of the question with which they were first sent. An edited question has a new key, and gets all files attached before the edit.
 * @param questions keys of the visible questions, in order
 */
export function sentWith(held: readonly HeldFile[], questions: readonly string[]): ReadonlyMap<string, readonly HeldFile[]> {
  const under = new Map<string, HeldFile[]>()
  for (const file of held) {
    const first = questions.find((key) => !(file.before ?? []).includes(key))
    if (first !== undefined) under.set(first, [...(under.get(first) ?? []), file])
  }
  return under
}
