import type { Quote, Source } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReader } from '../../replies/run.ts'
import { startUnsavedReply, collectReply } from '../chat/unsaved-reply.ts'
import { checkQuotes } from './sources/used-pages.ts'
import { libraryGround, requireScope, type LibraryRequest } from './ground.ts'

/**
 * Answers one question outside any saved conversation, as a stream.
 * @throws {AppError} as `requireScope`, and the errors of the limits
 */
export async function streamAnswer(context: Context, caller: Caller, request: LibraryRequest, message: string): Promise<ReplyReader> {
  const scope = await requireScope(context, caller, request)
  return startUnsavedReply(context, caller, { history: [{ role: 'user', content: message }] }, libraryGround(context, scope))
}

/**
 * Answers one question in a single response, with its sources and checked quotations.
 * @throws {AppError} as `requireScope` and `collectReply`, and the errors of the limits
 */
export async function answerWithSources(
  context: Context,
  caller: Caller,
  request: LibraryRequest,
  message: string,
  disconnected: AbortSignal,
): Promise<{ response: string; sources: Source[]; quotes: Quote[] }> {
  const ground = libraryGround(context, await requireScope(context, caller, request))
  const { response, sources } = await collectReply(
    await startUnsavedReply(context, caller, { history: [{ role: 'user', content: message }] }, ground),
    disconnected,
  )
  return { response, sources, quotes: checkQuotes(response, sources) }
}
