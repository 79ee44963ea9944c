import type { ConversationDocument } from '@parvis/contract'
import type { HeldFile } from './files-state.ts'

/** The files that a conversation had when the page opened. @param questions keys of those it had, in order */
export const heldFrom = (documents: readonly ConversationDocument[], questions: readonly string[]): HeldFile[] =>
  documents.map((one) => ({ ...one, since: null, before: questions.slice(0, one.after) }))

/**
 * The files under each question, by its key: those that it was the first to be asked with. One that was rewritten is another question,
 * asked with all that came meanwhile. @param questions keys of those that people see, in order
 */
export function sentWith(held: readonly HeldFile[], questions: readonly string[]): ReadonlyMap<string, readonly HeldFile[]> {
  const under = new Map<string, HeldFile[]>()
  for (const file of held) {
    const first = questions.find((key) => !(file.before ?? []).includes(key))
    if (first !== undefined) under.set(first, [...(under.get(first) ?? []), file])
  }
  return under
}
