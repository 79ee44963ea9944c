import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { continueInstruction, openingInstruction, rewriteInstruction } from '../prompt.ts'
import { insertReply, lastReply, supersede, insertQuestion } from './rows.ts'
import type { WriteAction } from './turn.ts'

/**
 * Continues the last reply, which must be interrupted.
 * @throws {AppError} `conversations.nothing_to_resume`, `request.not_found`
 */
export const writeContinue: WriteAction = async (context, db, request, messages) => {
  const reply = lastReply(messages, request.message_id)
  if (reply === null || reply.status !== 'interrompue') throw new AppError('conversations.nothing_to_resume')
  await supersede(db, [reply], true)
  const hasQuestion = messages.some((message) => message.role === 'user')
  const restartInstruction = hasQuestion ? null : openingInstruction
  return {
    message_id: await insertReply(context, db, request, reply),
    prefix: reply.content,
    continuedId: reply.id,
    prefixNotices: reply.notices,
    previousSources: reply.sources,
    purpose: hasQuestion ? 'chat' : 'opening',
    instruction: reply.content === '' ? restartInstruction : continueInstruction,
  }
}

/**
 * Replaces the last reply by a new one, or by a rewriting of it. Without a reply, answers the last question.
 * @throws {AppError} `conversations.nothing_to_resume` when there is no question, or no text to rewrite; `request.not_found`
 */
export const writeRegenerate: WriteAction = async (context, db, request, messages) => {
  const { message_id, rewrite } = request
  const reply = lastReply(messages, message_id)
  const hasQuestion = messages.some((message) => message.role === 'user')
  const hasText = reply !== null && reply.status !== 'erreur' && reply.content.trim() !== ''
  if (rewrite === undefined ? reply === null && !hasQuestion : !hasText) throw new AppError('conversations.nothing_to_resume')
  if (reply !== null) await supersede(db, [reply])
  const written = { message_id: await insertReply(context, db, request), prefix: '', ...(reply !== null && { replacedId: reply.id }) }
  if (rewrite !== undefined) return { ...written, purpose: 'chat', instruction: rewriteInstruction(rewrite), rewritten: reply! }
  return { ...written, purpose: hasQuestion ? 'chat' : 'opening', instruction: hasQuestion ? null : openingInstruction }
}

/**
 * Replaces a question: it is superseded with everything that follows.
 * @throws {AppError} `request.not_found`, `chat.no_question`
 */
export const writeEdit: WriteAction = async (context, db, request, messages) => {
  const edited = messages.findIndex((message) => message.id === request.message_id && message.role === 'user')
  if (edited === -1) throw notFound()
  await supersede(db, messages.slice(edited))
  await insertQuestion(db, request)
  return { message_id: await insertReply(context, db, request), prefix: '', purpose: 'chat', instruction: null }
}

/**
 * Lets the assistant start the conversation.
 * @throws {AppError} `conversations.reply_running` when it already has messages
 */
export const writeOpening: WriteAction = async (context, db, request, messages) => {
  if (messages.some((message) => message.role !== 'system'))
    throw new AppError('conversations.reply_running', { sentence: 'Cette conversation est déjà ouverte.' })
  return { message_id: await insertReply(context, db, request), prefix: '', purpose: 'opening', instruction: openingInstruction }
}
