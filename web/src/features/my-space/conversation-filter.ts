import { constants, type Answer, type Conversation, type routes } from '@parvis/contract'
import { plural, truncate } from '../../ui/formats.ts'

export type Stats = Answer<typeof routes.conversations.stats>

/** Values of the assistant filter that are not the id of an assistant. */
export const allAssistants = 'tous'
export const noAssistant = 'aucun'

/** Choices of the filter: every assistant that has conversations, with how many. */
export function assistantChoices({ conversations_by_assistant, total_conversations }: Stats): { id: string; label: string; detail?: string }[] {
  const named = conversations_by_assistant.filter((row) => row.assistant_id !== null)
  const others = conversations_by_assistant.filter((row) => row.assistant_id === null).reduce((sum, { count }) => sum + count, 0)
  const detail = (count: number) => plural(count, 'conversation')
  return [
    { id: allAssistants, label: 'Tous les assistants', detail: detail(total_conversations) },
    ...named.map(({ assistant_id, assistant_name, count }) => ({ id: assistant_id!, label: assistant_name ?? 'Assistant sans nom', detail: detail(count) })),
    ...(others > 0 ? [{ id: noAssistant, label: 'Sans assistant', detail: detail(others) }] : []),
  ]
}

export function filteredConversations<C extends Pick<Conversation, 'assistant_id'>>(list: readonly C[], assistant: string): C[] {
  if (assistant === allAssistants) return [...list]
  return list.filter(({ assistant_id }) => (assistant === noAssistant ? assistant_id === null : assistant_id === assistant))
}

/** Assistants that have served; conversations without one do not count. */
export const assistantsUsed = ({ conversations_by_assistant }: Stats): number =>
  conversations_by_assistant.filter(({ assistant_id }) => assistant_id !== null).length

/** A title as the list shows it: cut at 80 characters (specification, chapter 9). */
export const shownTitle = ({ title }: { title: string }): string => truncate(title, constants.conversationTitleLength)

/** « Rédacteur · Courriers »; without an assistant, a library was asked, or the simple chatbot. */
export const assistantLine = ({
  assistant_name,
  assistant_category,
  library,
}: Pick<Conversation, 'assistant_name' | 'assistant_category' | 'library'>): string =>
  [assistant_name, assistant_category].filter(Boolean).join(' · ') || (library ? 'Bibliothèque documentaire' : 'Chatbot, sans assistant')
