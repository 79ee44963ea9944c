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

/** Maximum number of pages given whole: more need a full reading, whatever their size. */
const mostPages = 400

/** Target of a library question: a category by name, or documents uploaded by the person (null: all of them). */
export type LibraryRequest = { category: string } | { document_id: string | null }

/**
 * Returns the search scope of a request.
 * @throws {AppError} `library.category_unknown`; `request.not_found` for a document that does not exist or belongs to somebody else
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
 * Grounds the replies of the library: uploaded documents are given whole when they fit, else passages are searched. When nothing relevant is found, the
 * reply is a fixed sentence.
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

/** Returns a notice, or an empty string if an earlier reply already contains it. */
export const untold = (notice: string, turns: readonly LlmMessage[]): string =>
  turns.some(({ role, content }) => role === 'assistant' && content.includes(notice)) ? '' : notice

/** Notice about the questions that were not searched. Empty when the built-in model answers, because it says so itself. */
export const unsearchedNotice = (context: Context, unsearched: readonly string[], isFound: boolean, turns: readonly LlmMessage[]): string =>
  context.llm.builtIn && isFound ? '' : untold(notSearched(unsearched), turns)

/** @param notice notice placed before a reply from these documents; not used for a full reading, which reports itself what it has not read */
async function grounded(context: Context, scope: SearchScope, request: GroundRequest, notice: string): Promise<Grounding> {
  const { turns, room } = request
  const messages = questionsOf(turns)
  const understood = understandLast(context, messages)
  // « Oui » is a courtesy, unless it accepts the cost of a full reading.
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
 * Returns all pages of uploaded documents as grounding; null when they do not fit in the window. For a request about the whole text (`isAboutAll`), the
 * built-in model gets the first pages that fit, with a mention of the rest, because reading in parts would only make it slower.
 */
export async function wholeDocuments(
  context: Context,
  scope: SearchScope,
  { room, isAboutAll, rests }: { room: number; isAboutAll: boolean; rests: Rests },
): Promise<Grounding | null> {
  const isWhole = !(context.llm.builtIn && isAboutAll)
  const { pages, unread } = await readablePages(context.db, scope, { pages: mostPages, tokens: room }, isWhole)
  // An unreadable document does not prevent the others from being given.
  if (pages.length === 0 || (isWhole && unread.some(({ isWithoutText }) => !isWithoutText))) return null
  const kept = (reply: string) => usedPages(reply, pages)
  const whole = passagesPrompt(pages, rests)
  if (unread.length === 0) return { context: whole, sources: pages, kept }
  // With the built-in model, unreadable documents are named by the notice only: it would repeat them.
  const told = context.llm.builtIn ? unread.filter(({ isWithoutText }) => !isWithoutText) : unread
  return { context: told.length === 0 ? whole : `${whole}\n\n${unreadPrompt(told)}`, sources: pages, kept }
}

/** Number of last messages considered when the last one refers to earlier ones. */
const longestThread = 20

/** Interprets the person's last message, completed with the earlier ones. */
export const understandLast = (context: Context, messages: readonly string[]) =>
  understand(messages.slice(-longestThread), context.retrieval.read, context.retrieval.subjectWords)

/** Returns the sentence that explains why nothing can be searched in a category; null when something can. */
async function nothingToAsk(db: Db, scope: SearchScope): Promise<string | null> {
  const { documents, indexed } = await libraryHolding(db, scope)
  if (indexed > 0) return null
  if (documents === 0) return emptyCategory
  return (await isAnyAwaited(db, scope)) ? categoryStillReading : categoryUnreadable
}

/** Whether a document of the category may still become readable. */
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

/** Returns a grounding whose reply is this text; no model is called. */
export const answered = (answer: string) => ({ context: '', sources: [], answer })

/** Returns the person's messages, oldest first, without the hidden question that continues a reply. */
export function questionsOf(turns: readonly LlmMessage[]): string[] {
  return turns.filter(({ role, content }) => role === 'user' && content !== continueInstruction).map(({ content }) => content)
}
