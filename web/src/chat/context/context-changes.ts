import type { ConversationChange, ConversationWithChanges } from '@parvis/contract'

/** What the thread says of another assistant, project or library. */
export function changeWords({ kind, former, name }: Pick<ConversationChange, 'kind' | 'former' | 'name'>): string {
  if (kind === 'assistant') return former === null ? `Assistant associé\u00a0: ${name}` : `Assistant\u00a0: ${former} → ${name}`
  const [noun, mark] = kind === 'project' ? ['Projet', ''] : ['Bibliothèque', 'e']
  if (name === null) return `${noun} retiré${mark}\u00a0: ${former}`
  return `${noun} ${former === null ? `associé${mark}` : `changé${mark}`}\u00a0: ${name}`
}

/** A conversation whose last turns are about to be others: what was changed among those is changed before the new ones. */
export function changesWithin(conversation: ConversationWithChanges | null, count: number): ConversationWithChanges | null {
  if (conversation === null || conversation.changes.every(({ after }) => after <= count)) return conversation
  return { ...conversation, changes: conversation.changes.map((change) => ({ ...change, after: Math.min(change.after, count) })) }
}

/** The change that put away who wrote the turn of this place; undefined: it is the assistant of now. */
export const putAwayAfter = <C extends Pick<ConversationChange, 'kind' | 'after'>>(changes: readonly C[], at: number): C | undefined =>
  changes.find(({ kind, after }) => kind === 'assistant' && after > at)

/** The turns with the name of who wrote them, where it is not the assistant of now. */
export const withAuthors = <M extends object>(messages: readonly M[], changes: readonly Pick<ConversationChange, 'kind' | 'former' | 'after'>[]) =>
  messages.map((message, at) => ({ ...message, by: putAwayAfter(changes, at)?.former }))

/** What a conversation rests on, as one text. */
export const contextOf = ({ assistant_id, assistant_name, project_id, project_name, library }: Omit<Context, 'changes'>): string =>
  JSON.stringify([assistant_id, assistant_name, project_id, project_name, library])

type Context = Pick<ConversationWithChanges, 'assistant_id' | 'assistant_name' | 'project_id' | 'project_name' | 'library' | 'changes'>

/** Whether two states of a conversation rest on the same things, and tell as many changes of them. */
export const isSameContext = (shown: Context | null, found: Context): boolean =>
  shown !== null &&
  contextOf(shown) === contextOf(found) &&
  shown.changes.length === found.changes.length &&
  shown.changes.at(-1)?.changed_at === found.changes.at(-1)?.changed_at
