import { AppError } from '../../app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { takeFrom, taking } from '../auth/throttle.ts'

/**
 * Bounds what one person may cost: replies at once, and messages per minute (trust case LLM-10).
 * @throws {AppError} `chat.too_many_replies`, `chat.too_many_messages`
 */
export async function limitReplies(context: Context, caller: Caller): Promise<void> {
  limitRunning(context, caller)
  if (!(await takeFrom(context.db, bucketOf(context), keyOf(caller.id), context.now()))) throw tooManyMessages(context)
}

/** @throws {AppError} `chat.too_many_replies` */
export function limitRunning(context: Context, caller: Caller): void {
  if (context.replies.runningOf(caller.id) >= context.config.chat.maxRunning) throw new AppError('chat.too_many_replies', { retryAfterSeconds: 5 })
}

/** Counts one message of this person, as a part of a larger statement. */
export function countingMessage(context: Context, owner_id: string) {
  return taking(bucketOf(context), keyOf(owner_id), context.now())
}

export function tooManyMessages(context: Context): AppError {
  return new AppError('chat.too_many_messages', { retryAfterSeconds: Math.ceil(bucketOf(context).everyMs / 1_000) })
}

function bucketOf(context: Context) {
  const { maxPerMinute } = context.config.chat
  return { burst: maxPerMinute, everyMs: 60_000 / maxPerMinute }
}

const keyOf = (user_id: string) => `chat:${user_id}`
