import { AppError } from '../../app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { takeFromBucket } from '../auth/throttle.ts'

/**
 * Bounds what one person may cost: replies at once, and messages per minute (trust case LLM-10).
 * @throws {AppError} `chat.too_many_replies`, `chat.too_many_messages`
 */
export async function limitReplies(context: Context, caller: Caller): Promise<void> {
  const { maxRunning, maxPerMinute } = context.config.chat
  if (context.replies.runningOf(caller.id) >= maxRunning) throw new AppError('chat.too_many_replies', { retryAfterSeconds: 5 })
  const taken = await takeFromBucket(context, `chat:${caller.id}`, { capacity: maxPerMinute, windowSeconds: 60 })
  if (!taken.ok) throw new AppError('chat.too_many_messages', { retryAfterSeconds: taken.retryAfterSeconds })
}
