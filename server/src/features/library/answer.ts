import type { Day, Quote, Source } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReader } from '../../replies/run.ts'
import { startUnsavedReply, collectReply } from '../chat/unsaved-reply.ts'
import { checkQuotes } from './sources/used-pages.ts'
import { libraryGround, requireScope, type LibraryRequest } from './ground.ts'

/** A question, and the day at which it is answered: by default the one that it asks for, or today. */
type DatedQuestion = { message: string; as_of?: Day | null | undefined }

/**
 * Answers one question outside any saved conversation, as a stream.
 * @throws {AppError} as `requireScope`, and the errors of the limits
 */
export async function streamAnswer(context: Context, caller: Caller, request: LibraryRequest, { message, as_of }: DatedQuestion): Promise<ReplyReader> {
  const scope = await requireScope(context, caller, request)
  return startUnsavedReply(context, caller, { history: [{ role: 'user', content: message }], as_of }, libraryGround(context, scope))
}

/**
 * Answers one question in a single response, with its sources and checked quotations.
 * @throws {AppError} as `requireScope` and `collectReply`, and the errors of the limits
 */
export async function answerWithSources(
  context: Context,
  caller: Caller,
  request: LibraryRequest,
  { message, as_of }: DatedQuestion,
  disconnected: AbortSignal,
): Promise<{ response: string; sources: Source[]; quotes: Quote[] }> {
  const ground = libraryGround(context, await requireScope(context, caller, request))
  const { response, sources } = await collectReply(
    await startUnsavedReply(context, caller, { history: [{ role: 'user', content: message }], as_of }, ground),
    disconnected,
  )
  return { response, sources, quotes: checkQuotes(response, sources) }
}
