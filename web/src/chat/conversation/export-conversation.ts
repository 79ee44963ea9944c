import { routes } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { exportDocument } from '../export/export-document.ts'
import { emptyConversationSentence, exportDataOf } from '../export/exported-text.ts'

/**
 * Downloads a whole conversation as a Word document. @returns the sentence to announce
 * @throws {ApiError} when the conversation cannot be read
 */
export async function exportConversation(id: string): Promise<string> {
  const conversation = await call(routes.conversations.get, { params: { id } })
  const { context, messages } = exportDataOf(conversation, new Date().toISOString())
  const last = messages.at(-1)
  if (last === undefined) return emptyConversationSentence
  const { sentence } = await exportDocument({ format: 'docx', scope: 'conversation', context, message: last, messages })
  return sentence
}
