import { sql } from 'kysely'
import type { LlmMessage } from '../../platform/llm/port.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { continueInstruction } from '../chat/prompt.ts'
import type { Ground, Grounding, GroundRequest } from '../chat/grounding.ts'
import { findLibrary } from '../documents/categories.ts'
import { libraryHolding, readableBy, listOwn, ownDocuments, scopeQuery, type SearchScope } from '../documents/queries.ts'
import { fullReadingGround } from '../full-reading/full-reading-ground.ts'
import { readablePages } from '../full-reading/parts/readable-pages.ts'
import { unreadPrompt } from '../full-reading/unread-prompt.ts'
import { isConfirmation, wholeRequest } from '../full-reading/whole-request.ts'
import { usedPages } from './sources/used-pages.ts'
import { understand } from './follow-up.ts'
import {
  categoryStillReading,
  categoryUnreadable,
  courtesyAnswer,
  emptyCategory,
  leftOut,
  notFoundAnswer,
  nothingLoaded,
  notSearched,
  stillReading,
  unreadable,
} from './not-found.ts'
import { passagesPrompt, type Rests } from './passages-prompt.ts'
import { readingTask } from './requests/reading-task.ts'
import { withSameSources } from './sources/same-sources.ts'
import { searchSources } from './sources/search-sources.ts'
import { waitForReading } from './wait-for-reading.ts'

/** Pages given whole at the most: more of them are a reading of their own, whatever their size. */
const mostPages = 400

/** What is asked of the library: a category by its name, or documents that the person loaded (all of them without an id). */
export type LibraryRequest = { category: string } | { document_id: string | null }

/**
 * The part of the library that this person means.
 * @throws {AppError} `library.category_unknown`; `request.not_found` for a document that is missing or somebody else's.
 */
export async function scopeOf(context: Context, caller: Pick<Caller, 'id'>, request: LibraryRequest): Promise<SearchScope> {
  const { db } = context
  if ('category' in request) {
    const category = await findLibrary(db, request.category, caller.id)
    if (category === null) throw new AppError('library.category_unknown')
    return { category_id: category.id, reader_id: caller.id }
  }
  const mine = request.document_id === null ? await listOwn(db, caller.id) : await ownDocuments(db, [request.document_id], caller.id)
  return { owner_id: caller.id, documents: mine.map(({ id }) => id) }
}

/**
 * Grounds the answers of the library: on the loaded documents whole where the model can read them at once, else on passages; on the
 * plain statement that there is none where nothing is near.
 */
export function libraryGround(context: Context, scope: SearchScope): Ground {
  return withSameSources(context, 'alone', async (request) => {
    if (!('owner_id' in scope)) return grounded(context, scope, request, '')
    const { failed, pending, ready } = await waitForReading(context, scope, request.signal)
    if (ready === 0 && pending.length > 0) return answered(stillReading)
    if (ready === 0) return answered(failed.length > 0 ? unreadable(failed) : nothingLoaded)
    return grounded(context, scope, request, untold(leftOut({ failed, pending }), request.turns))
  })
}

/** A notice, unless an answer of the conversation began with it. */
export const untold = (notice: string, turns: readonly LlmMessage[]): string =>
  turns.some(({ role, content }) => role === 'assistant' && content.includes(notice)) ? '' : notice

/** The built-in model says by itself how many questions it answers; it is not called where nothing is found. */
export const unsearchedNotice = (context: Context, unsearched: readonly string[], isFound: boolean, turns: readonly LlmMessage[]): string =>
  context.llm.builtIn && isFound ? '' : untold(notSearched(unsearched), turns)

/** @param notice what an answer that rests on these documents begins with; a full reading says by itself what it has not read */
async function grounded(context: Context, scope: SearchScope, request: GroundRequest, notice: string): Promise<Grounding> {
  const { turns, room } = request
  const messages = questionsOf(turns)
  const understood = understandLast(context, messages)
  // « Oui » is courtesy, unless it agrees to a reading.
  if (understood.kind === 'courtesy' && !isConfirmation(turns)) return answered(courtesyAnswer(messages.at(-1) ?? ''))
  if ('owner_id' in scope) {
    const { text, before } = wholeRequest(turns)
    const task = readingTask(text, before)
    const whole = await wholeDocuments(context, scope, { room, isAboutAll: task !== 'passages', rests: 'whole' })
    if (whole !== null) return { ...whole, notice }
    if (task !== 'passages') return fullReadingGround(context, scope, { ...request, task })
  }
  const { sources, nearest, unsearched } = await searchSources(context, scope, understood.kind === 'courtesy' ? [] : understood.asks, room)
  const told = notice + unsearchedNotice(context, unsearched, sources.length > 0, turns)
  if (sources.length > 0) return { context: passagesPrompt(sources, 'alone', unsearched), sources, notice: told }
  const reason = 'category_id' in scope && nearest.length === 0 ? await nothingToAsk(context.db, scope) : null
  if (reason !== null) return answered(reason)
  const answer = notFoundAnswer(nearest, 'category_id' in scope && (await hasOtherCategories(context.db, scope)))
  return { ...answered(answer), notice: told }
}

/**
 * The pages of loaded documents, all of them; null when the model cannot read them at once. A request about them as a whole has a full
 * reading beyond; the built-in model, to whom reading in parts would add nothing but the wait, has their first pages and says so.
 */
export async function wholeDocuments(
  context: Context,
  scope: SearchScope,
  { room, isAboutAll, rests }: { room: number; isAboutAll: boolean; rests: Rests },
): Promise<Grounding | null> {
  const isWhole = !(context.llm.builtIn && isAboutAll)
  const { pages, unread } = await readablePages(context.db, scope, { pages: mostPages, tokens: room }, isWhole)
  // A document that nobody can read keeps none of the others from being given.
  if (pages.length === 0 || (isWhole && unread.some(({ isWithoutText }) => !isWithoutText))) return null
  const kept = (reply: string) => usedPages(reply, pages)
  const whole = passagesPrompt(pages, rests)
  if (unread.length === 0) return { context: whole, sources: pages, kept }
  // What cannot be read, the answer begins with: the built-in model would repeat it.
  const told = context.llm.builtIn ? unread.filter(({ isWithoutText }) => !isWithoutText) : unread
  return { context: told.length === 0 ? whole : `${whole}\n\n${unreadPrompt(told)}`, sources: pages, kept }
}

/** Messages back from the last one beyond which none is what it speaks of. */
const longestThread = 20

/** What the last of these messages asks, with what the others add to it. */
export const understandLast = (context: Context, messages: readonly string[]) =>
  understand(messages.slice(-longestThread), context.retrieval.read, context.retrieval.subjectWords)

/** Why a category has nothing to search in; null when it has. */
async function nothingToAsk(db: Db, scope: SearchScope): Promise<string | null> {
  const { documents, indexed } = await libraryHolding(db, scope)
  if (indexed > 0) return null
  if (documents === 0) return emptyCategory
  return (await isAnyAwaited(db, scope)) ? categoryStillReading : categoryUnreadable
}

/** Whether a document of this part of the library may still be read: of those that could not be, nothing will come by waiting. */
async function isAnyAwaited(db: Db, scope: SearchScope): Promise<boolean> {
  const awaited = await db
    .selectFrom('document')
    .where(sql<boolean>`id in (${scopeQuery(scope)})`)
    .where('state', '!=', 'echec')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return awaited !== undefined
}

async function hasOtherCategories(db: Db, { category_id, reader_id }: { category_id: string | null; reader_id: string }): Promise<boolean> {
  if (category_id === null) return false
  const other = await db
    .selectFrom('document')
    .where('owner_id', 'is', null)
    .where(readableBy(reader_id))
    .where('category_id', '!=', category_id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** An answer that no model writes. */
export const answered = (answer: string) => ({ context: '', sources: [], answer })

/** What the person asked, oldest first, without the hidden instruction that resumes a reply. */
export function questionsOf(turns: readonly LlmMessage[]): string[] {
  return turns.filter(({ role, content }) => role === 'user' && content !== continueInstruction).map(({ content }) => content)
}
