import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { LlmMessage } from '../../platform/llm/port.ts'
import type { ReplyReader } from '../../replies/run.ts'
import type { KeyCaller } from '../api-keys/authenticate-key.ts'
import { startUnsavedReply } from '../chat/unsaved-reply.ts'
import type { CompletionRequest } from './completion-request.ts'
import { requireLevel, resolveModel } from './models.ts'

/**
 * Starts the reply to a request of the protocol, which is not saved. It is stopped as soon as the client disconnects.
 * @returns its reader, once there is something to read or the client has left
 * @throws {AppError} as `resolveModel` and `startUnsavedReply`, and the error of a reply that failed before its first text
 */
export async function startCompletion(context: Context, caller: KeyCaller, request: CompletionRequest, disconnected: AbortSignal): Promise<ReplyReader> {
  const { key, owner } = caller
  const { assistant_id, library, ground } = await resolveModel(context, caller, request.model, request.category)
  /** A reply keeps only the code of the error that ends it. */
  let refusal: unknown = null
  const reader = await startUnsavedReply(
    context,
    owner,
    {
      history: request.history,
      assistant_id,
      library,
      as_of: request.as_of,
      key_id: key.id,
      review(prompt) {
        try {
          requireLevel(context, key.level_max, prompt.need?.needed_level ?? 1)
        } catch (error) {
          refusal = error
          throw error
        }
        return { ...prompt, messages: mergeTurns(prompt.messages) }
      },
    },
    ground,
  )
  const stop = () => void context.replies.stop(reader.stream_id, owner.id).catch(() => {})
  disconnected.addEventListener('abort', stop, { once: true })
  if (disconnected.aborted) stop()
  try {
    await reader.waitForFirstEvent('text', disconnected)
  } catch (error) {
    throw error instanceof AppError && error.code === 'keys.level' && refusal !== null ? refusal : error
  }
  return reader
}

/** Joins consecutive messages of one role: some model servers accept questions and answers only in turn, and a system message of the caller is a question. */
function mergeTurns(messages: readonly LlmMessage[]): LlmMessage[] {
  const merged: LlmMessage[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    if (last !== undefined && last.role === message.role) merged[merged.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` }
    else merged.push(message)
  }
  return merged
}
