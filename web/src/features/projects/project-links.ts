import type { Conversation } from '@parvis/contract'
import { paths } from '../../paths.ts'

/** Where a conversation about a project begins: the catalogue, with the project chosen. */
export const catalogueWith = ({ id }: { id: string }): string => `${paths.assistants}?${new URLSearchParams({ project: id })}`

/** Where a conversation goes on. Without an assistant, in the simple chatbot. */
export function resumePath({ id, assistant_id, project_id, library }: Pick<Conversation, 'id' | 'assistant_id' | 'project_id' | 'library'>): string {
  if (assistant_id === null) return `${paths.chatbot()}?${new URLSearchParams({ conversation: id })}`
  return paths.chatbotAssistant({ assistant: assistant_id, project: project_id, library, conversation: id })
}
