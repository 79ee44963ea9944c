import type { SharedConversation } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { StreamedAnswer } from '../../platform/streamed-answer.ts'
import { readShared } from './messages.ts'
import { findReadable, type ReadableShare } from './queries.ts'

/**
 * Reads a shared conversation as this person may see it, streamed in chunks when it is long.
 * @throws {AppError} `shares.gone` when it is missing, expired or not readable
 */
export async function openShare(context: Context, id: string, reader_id: string): Promise<SharedConversation | StreamedAnswer<SharedConversation>> {
  const share = await findReadable(context, reader_id, id)
  if (share === null) throw new AppError('shares.gone')
  const pieces = readShared(context.db, id, reader_id)
  const first = await pieces.next()
  const openedShare: SharedConversation = { ...share, is_own: share.owner_id === reader_id, messages: first.value ?? [] }
  const second = await pieces.next()
  return second.done ? openedShare : new StreamedAnswer(openedShare, 'messages', messagesAfter(context, share, reader_id, second.value, pieces))
}

/**
 * Streams the messages after the first batch. Fails if the share was refreshed or removed meanwhile: the batches would not belong together.
 * @throws {AppError} `shares.gone`
 */
async function* messagesAfter(
  context: Context,
  { id, taken_at }: ReadableShare,
  reader_id: string,
  second: SharedConversation['messages'],
  pieces: ReturnType<typeof readShared>,
): AsyncGenerator<SharedConversation['messages'], void> {
  yield second
  yield* pieces
  if ((await findReadable(context, reader_id, id))?.taken_at !== taken_at) throw new AppError('shares.gone')
}
