import { notFound } from '../../../platform/errors/app-error.ts'
import { insertQuestion, insertReply, supersede } from './rows.ts'
import type { WriteAction } from './turn.ts'

/**
 * Replaces a question: it is superseded with everything that follows.
 * @throws {AppError} `request.not_found`, `chat.no_question`
 */
export const writeEdit: WriteAction = async (context, db, request, messages) => {
  const edited = messages.findIndex((message) => message.id === request.message_id && message.role === 'user')
  if (edited === -1) throw notFound()
  await supersede(db, messages.slice(edited))
  await insertQuestion(db, request)
  return { message_id: await insertReply(context, db, request, ''), prefix: '', purpose: 'chat', instruction: null }
}
