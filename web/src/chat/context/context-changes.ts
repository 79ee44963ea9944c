import type { ConversationChange, ConversationWithChanges } from '@parvis/contract'
import { formatLongDate } from '../../ui/words/formats.ts'

/** « Questions posées à la date du 1er mars 2021 ». Null: today. */
export const asOfSentence = (day: string | null): string => `Questions posées à la date ${day === null ? 'd’aujourd’hui' : `du ${formatLongDate(day, 'UTC')}`}`

/** Sentence of the conversation about a change of assistant, project, library or day: « Projet changé : Voirie ». */
export function changeSentence({ kind, former, name }: Pick<ConversationChange, 'kind' | 'former' | 'name'>): string {
  if (kind === 'as_of') return asOfSentence(name)
  if (kind === 'assistant') return former === null ? `Assistant associé\u00a0: ${name}` : `Assistant\u00a0: ${former} → ${name}`
  const [noun, mark] = kind === 'project' ? ['Projet', ''] : ['Bibliothèque', 'e']
  if (name === null) return `${noun} retiré${mark}\u00a0: ${former}`
  return `${noun} ${former === null ? `associé${mark}` : `changé${mark}`}\u00a0: ${name}`
}

/** Moves the context changes made after the first `messageCount` messages to just after them: the later messages are about to be replaced. */
export function clampChanges(conversation: ConversationWithChanges | null, messageCount: number): ConversationWithChanges | null {
  if (conversation === null || conversation.changes.every(({ after }) => after <= messageCount)) return conversation
  return { ...conversation, changes: conversation.changes.map((change) => ({ ...change, after: Math.min(change.after, messageCount) })) }
}

/** The change that replaced the assistant of the message at index `at`. Undefined: the current assistant wrote it. */
export const assistantChangeAfter = <C extends Pick<ConversationChange, 'kind' | 'after'>>(changes: readonly C[], at: number): C | undefined =>
  changes.find(({ kind, after }) => kind === 'assistant' && after > at)

/** Adds to each message the name of its assistant (`by`), unless it is the current one. */
export const withAuthors = <M extends object>(messages: readonly M[], changes: readonly Pick<ConversationChange, 'kind' | 'former' | 'after'>[]) =>
  messages.map((message, at) => ({ ...message, by: assistantChangeAfter(changes, at)?.former }))

/** Serialises the context of a conversation (assistant, project, library, day) for comparison. */
export const serialiseContext = ({ assistant_id, assistant_name, project_id, project_name, library, as_of }: Omit<ConversationContext, 'changes'>): string =>
  JSON.stringify([assistant_id, assistant_name, project_id, project_name, library, as_of ?? null])

type ConversationContext = Pick<ConversationWithChanges, 'assistant_id' | 'assistant_name' | 'project_id' | 'project_name' | 'library' | 'as_of' | 'changes'>

/** Whether two states of a conversation have the same context and the same context changes. */
export const isSameContext = (shown: ConversationContext | null, found: ConversationContext): boolean =>
  shown !== null &&
  serialiseContext(shown) === serialiseContext(found) &&
  shown.changes.length === found.changes.length &&
  shown.changes.at(-1)?.changed_at === found.changes.at(-1)?.changed_at
