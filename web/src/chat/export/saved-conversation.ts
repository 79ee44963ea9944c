import type { ConversationWithMessages } from '@parvis/contract'
import type { ExportedMessage, ExportContext } from './exported-text.ts'

/** Converts a conversation of the server into the data of an export. `date`: date of the export, ISO 8601. */
export function exportDataOf(conversation: ConversationWithMessages, date: string): { context: ExportContext; messages: ExportedMessage[] } {
  const { title, project_name, created_at, changes } = conversation
  const name = conversation.assistant_name ?? conversation.library ?? 'Parvis'
  return {
    context: { name, title, project: project_name, begun: created_at, changes, date },
    messages: conversation.messages.flatMap(({ role, ...message }) => (role === 'system' ? [] : [{ role, ...message }])),
  }
}

export const emptyConversationSentence = 'Cette conversation est vide'
