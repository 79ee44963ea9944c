import type { Quote, Source } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReading } from '../../replies/run.ts'
import { startUnkeptReply, wholeReply } from '../chat/unkept-reply.ts'
import { checkQuotes } from './sources/check-quotes.ts'
import { libraryGround, scopeOf, type LibraryRequest } from './ground.ts'

/**
 * Answers one question outside any saved conversation, as a stream.
 * @throws {AppError} as `scopeOf`, and the errors of the limits
 */
export async function answerOnce(context: Context, caller: Caller, request: LibraryRequest, message: string): Promise<ReplyReading> {
  const scope = await scopeOf(context, caller, request)
  return startUnkeptReply(context, caller, { history: [{ role: 'user', content: message }] }, libraryGround(context, scope))
}

/**
 * Answers one question in a single response, with its sources and checked quotations.
 * @throws {AppError} as `scopeOf` and `wholeReply`, and the errors of the limits
 */
export async function answerWhole(
  context: Context,
  caller: Caller,
  request: LibraryRequest,
  message: string,
  gone: AbortSignal,
): Promise<{ response: string; sources: Source[]; quotes: Quote[] }> {
  const ground = libraryGround(context, await scopeOf(context, caller, request))
  const { response, sources } = await wholeReply(await startUnkeptReply(context, caller, { history: [{ role: 'user', content: message }] }, ground), gone)
  return { response, sources, quotes: checkQuotes(response, sources) }
}
