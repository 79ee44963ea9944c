import { constants, type RouteAnswer, type Conversation, type routes } from '@parvis/contract'
import { plural, truncate } from '../../ui/words/formats.ts'

export type Stats = RouteAnswer<typeof routes.conversations.stats>

/** Values of the assistant filter that are not the id of an assistant. */
export const allAssistants = 'tous'
export const noAssistant = 'aucun'

/** Options of the assistant filter: each assistant that has conversations, with their number. */
export function assistantChoices(stats: Stats): { id: string; label: string; detail?: string }[] {
  const { conversations_by_assistant, total_conversations } = stats
  const otherCount = conversations_by_assistant.reduce((remainingCount, { count }) => remainingCount - count, total_conversations)
  const detail = (count: number) => plural(count, 'conversation')
  return [
    { id: allAssistants, label: 'Tous les assistants', detail: detail(total_conversations) },
    ...conversations_by_assistant.map(({ assistant_id, assistant_name, count }) => ({ id: assistant_id, label: assistant_name, detail: detail(count) })),
    ...(otherCount > 0 ? [{ id: noAssistant, label: 'Autres conversations', detail: detail(otherCount) }] : []),
  ]
}

/** Title as shown in lists: cut at 80 characters (specification, chapter 9). */
export const shownTitle = ({ title }: { title: string }): string => truncate(title, constants.conversationTitleLength)

/** « Rédacteur · Courriers »; without an assistant, the kind of conversation: document search, library or plain chatbot. */
export const assistantLine = ({
  assistant_name,
  assistant_category,
  library,
  document_search,
}: Pick<Conversation, 'assistant_name' | 'assistant_category' | 'library' | 'document_search'>): string => {
  if (document_search) return 'Recherche documentaire'
  return [assistant_name, assistant_category].filter(Boolean).join(' · ') || (library ? 'Bibliothèque documentaire' : 'Chatbot, sans assistant')
}

/** Project of a conversation; null when there is none or when it is no longer shared with the person, so that its name is unknown. */
export const shownProject = ({ project_id, project_name }: Pick<Conversation, 'project_id' | 'project_name'>): { id: string; name: string } | null =>
  project_id === null || project_name === null ? null : { id: project_id, name: project_name }

/** « a.pdf et 2 autres »: the first document that still exists, else the first deleted one, marked as deleted. Null when there are none. */
export function documentsLine({ documents }: Pick<Conversation, 'documents'>): string | null {
  const shown = documents.find(({ document_id }) => document_id !== null) ?? documents[0]
  if (shown === undefined) return null
  const name = shown.document_id === null ? `${shown.filename} (supprimé)` : shown.filename
  return documents.length === 1 ? name : `${name} et ${plural(documents.length - 1, 'autre')}`
}
