import type { Conversation } from '@parvis/contract'
import { paths } from '../../paths.ts'

/** Where a conversation goes on: the chat of its assistant, with its project and library, or else the simple chatbot. */
export function resumePath({ id, assistant_id, project_id, library }: Pick<Conversation, 'id' | 'assistant_id' | 'project_id' | 'library'>): string {
  if (assistant_id === null) return `${paths.chatbot()}?${new URLSearchParams({ conversation: id })}`
  return paths.chatbotAssistant({ assistant: assistant_id, project: project_id, library, conversation: id })
}
