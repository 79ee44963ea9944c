import { AppError } from '../../app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { takeFrom } from '../auth/throttle.ts'

/**
 * Bounds what one person may cost: replies at once, and messages per minute (trust case LLM-10).
 * @throws {AppError} `chat.too_many_replies`, `chat.too_many_messages`
 */
export async function limitReplies(context: Context, caller: Caller): Promise<void> {
  const { maxRunning, maxPerMinute } = context.config.chat
  if (context.replies.runningOf(caller.id) >= maxRunning) throw new AppError('chat.too_many_replies', { retryAfterSeconds: 5 })
  const bucket = { burst: maxPerMinute, everyMs: 60_000 / maxPerMinute }
  if (!(await takeFrom(context.db, bucket, `chat:${caller.id}`, context.now()))) {
    throw new AppError('chat.too_many_messages', { retryAfterSeconds: Math.ceil(bucket.everyMs / 1_000) })
  }
}
