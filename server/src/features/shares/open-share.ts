import type { SharedConversation } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { AnswerInPieces } from '../../platform/answer-in-pieces.ts'
import { readShared } from './messages.ts'
import { findReadable, type ReadShare } from './queries.ts'

/**
 * A shared conversation as this person may read it, in pieces where it is long.
 * @throws {AppError} `shares.gone`, for whatever reason
 */
export async function openShare(context: Context, id: string, reader_id: string): Promise<SharedConversation | AnswerInPieces<SharedConversation>> {
  const share = await findReadable(context, reader_id, id)
  if (share === null) throw new AppError('shares.gone')
  const pieces = readShared(context.db, id, reader_id)
  const first = await pieces.next()
  const opened: SharedConversation = { ...share, is_own: share.owner_id === reader_id, messages: first.value ?? [] }
  const second = await pieces.next()
  return second.done ? opened : new AnswerInPieces(opened, 'messages', messagesAfter(context, share, reader_id, second.value, pieces))
}

/** The messages after the first ones. What was brought up to date, or taken back, meanwhile is not the share that was begun. */
async function* messagesAfter(
  context: Context,
  { id, taken_at }: ReadShare,
  reader_id: string,
  second: SharedConversation['messages'],
  pieces: ReturnType<typeof readShared>,
): AsyncGenerator<SharedConversation['messages'], void> {
  yield second
  yield* pieces
  if ((await findReadable(context, reader_id, id))?.taken_at !== taken_at) throw new AppError('shares.gone')
}
