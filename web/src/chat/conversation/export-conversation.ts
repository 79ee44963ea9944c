import { routes } from '@parvis/contract'
import { call } from '../../api/browser.ts'

/**
 * Downloads a whole conversation as a Word document, as its own screen does. @returns what has been done
 * @throws {ApiError} when it cannot be read
 */
export async function exportConversation(id: string): Promise<string> {
  const [conversation, { exportDocument }] = await Promise.all([call(routes.conversations.get, { params: { id } }), import('../export/export-document.ts')])
  const messages = conversation.messages.flatMap(({ role, ...message }) => (role === 'system' ? [] : [{ role, ...message }]))
  const { title, project_name, created_at, changes } = conversation
  const name = conversation.assistant_name ?? conversation.library ?? 'Parvis'
  const context = { name, title, project: project_name, begun: created_at, changes, date: new Date().toISOString() }
  const last = messages.at(-1)
  if (last === undefined) return 'Cette conversation est vide'
  const { sentence } = await exportDocument({ format: 'docx', scope: 'conversation', context, message: last, messages })
  return sentence
}
