import { sql } from 'kysely'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { PromptTurn } from '../chat/notices.ts'
import { continueInstruction } from '../chat/prompt.ts'
import type { FindGrounding, Grounding, GroundRequest } from '../chat/grounding.ts'
import type { RequestDays } from '../chat/in-force/request-days.ts'
import { findLibrary } from '../documents/categories.ts'
import { countScope, listOwnUploads, ownDocuments } from '../documents/queries.ts'
import { isDocumentReadableBy, scopeQuery, type SearchScope } from '../../authorization/documents.ts'
import { groundInFullReading } from '../full-reading/full-reading-ground.ts'
import { readablePages } from '../full-reading/parts/readable-pages.ts'
import { unreadPrompt } from '../full-reading/prompts.ts'
import { isConfirmation, wholeRequest } from '../full-reading/whole-request.ts'
import { usedPages, keepingSourceNumbers } from './sources/used-pages.ts'
import { understand } from './follow-up.ts'
import {
  categoryStillReadingAnswer,
  categoryUnreadableAnswer,
  courtesyAnswer,
  demonstrationStillReadingAnswer,
  emptyCategoryAnswer,
  leftOutNotice,
  missingNotice,
  notFoundAnswer,
  nothingLoadedAnswer,
  notSearchedNotice,
  nothingInForceAnswer,
  stillReadingAnswer,
  unreadableAnswer,
  documentsDeletedAnswer,
} from './not-found.ts'
import { missingAnswer } from '../corpus/search/named-articles.ts'
import { dayNotice } from '../chat/in-force/date-notices.ts'
import { findOutOfForce, listOutOfForce, outOfForceAnswer, outOfForceNotice, type OutOfForceDocument } from './in-force/out-of-force.ts'
import { passagesPrompt, type PassagesRole } from './passages-prompt.ts'
import { answerMethodOf } from './requests/reading-task.ts'
import { searchSources } from './sources/search-sources.ts'
import { waitUntilRead } from './wait-until-read.ts'
import type { Conversation, Day } from '@parvis/contract'

/** Maximum number of pages given whole: more need a full reading, whatever their size. */
const maxWholePages = 400

/** Target of a library question: a category by name, or documents uploaded by the person (null: all of them). */
export type LibraryRequest = { category: string } | { document_id: string | null }

/**
 * Returns the search scope of a request.
 * @throws {AppError} `library.category_unknown`; `request.not_found` for a document that does not exist or belongs to somebody else
 */
export async function requireScope(context: Context, caller: Pick<Caller, 'id'>, request: LibraryRequest): Promise<SearchScope> {
  const { db } = context
  if ('category' in request) {
    const category = await findLibrary(db, request.category, caller.id)
    if (category === null) throw new AppError('library.category_unknown')
    return { category_id: category.id, reader_id: caller.id }
  }
  const mine = request.document_id === null ? await listOwnUploads(db, caller.id) : await ownDocuments(db, [request.document_id], caller.id)
  return { owner_id: caller.id, documents: mine.map(({ id }) => id) }
}

/**
 * Grounds the replies of the library: uploaded documents are given whole when they fit, else passages are searched. When nothing relevant is found, the
 * reply is a fixed sentence.
 */
export function libraryGround(context: Context, scope: SearchScope): FindGrounding {
  return keepingSourceNumbers(context, 'alone', async (request) => {
    if (!('owner_id' in scope)) return groundInScope(context, scope, request, [])
    const { failedUploads, pending, ready, unusable } = await waitUntilRead(context, scope, request.as_of, request.signal)
    if (ready === 0 && pending.length > 0) return withReadyAnswer(stillReadingAnswer)
    const expired = await listOutOfForce(context.db, scope, request.as_of)
    if (ready === 0 && failedUploads.length === 0 && expired.length > 0) return withDay(request, outOfForceGrounding(expired, request))
    if (ready === 0) return { ...withReadyAnswer(failedUploads.length > 0 ? unreadableAnswer(failedUploads) : nothingLoadedAnswer), documents: unusable }
    const leftOut = [...leftOutNotice({ failedUploads, pending }), ...outOfForceNotice(expired, request.as_of)]
    const grounding = await groundInScope(context, scope, request, unlessRepeated(leftOut, request.turns))
    return { ...grounding, documents: [...(grounding.documents ?? []), ...unusable] }
  })
}

/** Grounds the replies of a saved conversation in its attached documents only. If all were deleted, the reply says so. */
export function documentsGround(context: Context, { documents }: Pick<Conversation, 'documents'>): FindGrounding {
  const present = documents.flatMap(({ document_id }) => document_id ?? [])
  if (present.length === 0) return async () => ({ context: '', sources: [], answer: documentsDeletedAnswer(documents.map(({ filename }) => filename)) })
  return (request) => libraryGround(context, { owner_id: request.owner_id, documents: present })(request)
}

/** Returns the notices that no earlier reply contains. */
export const unlessRepeated = (notices: readonly ReplyNotice[], turns: readonly PromptTurn[]): ReplyNotice[] =>
  notices.filter(({ text }) => !turns.some(({ role, content }) => role === 'assistant' && content.includes(text)))

/** Notice about the questions that were not searched. Empty when the built-in model answers, because it says so itself. */
export const unsearchedNotice = (context: Context, unsearched: readonly string[], isFound: boolean, turns: readonly PromptTurn[]): ReplyNotice[] =>
  context.models.builtIn && isFound ? [] : unlessRepeated(notSearchedNotice(unsearched), turns)

/** @param leftOut notices placed before a reply from these documents; not used for a full reading, which reports itself what it has not read */
async function groundInScope(context: Context, scope: SearchScope, request: GroundRequest, leftOut: readonly ReplyNotice[]): Promise<Grounding> {
  const { turns, tokenBudget } = request
  const messages = questionsOf(turns)
  const understood = understandLastMessage(context, messages)
  // « Oui » is a courtesy, unless it accepts the cost of a full reading.
  if (understood.kind === 'courtesy' && !isConfirmation(turns)) return withReadyAnswer(courtesyAnswer(messages.at(-1) ?? ''))
  if ('owner_id' in scope) {
    const { text, before } = wholeRequest(turns)
    const task = answerMethodOf(text, before)
    const whole = await wholeDocuments(context, scope, request, { room: tokenBudget, isAboutAll: task !== 'passages', rests: 'whole' })
    if (whole !== null) return withDay(request, { ...whole, notices: leftOut })
    if (task !== 'passages') return withDay(request, await groundInFullReading(context, scope, { ...request, task }))
  }
  const questions = understood.kind === 'courtesy' ? [] : understood.questions
  const { sources, nearest, unsearched, relevance, missing } = await searchSources(context, scope, request, questions)
  const notices = [
    ...leftOut,
    ...(sources.length === 0 ? [] : unlessRepeated(missingNotice(missing), turns)),
    ...unsearchedNotice(context, unsearched, sources.length > 0, turns),
  ]
  const expired = await findOutOfForce(context, scope, request, questions, relevance)
  if (sources.length > 0) {
    const left = 'owner_id' in scope ? [] : unlessRepeated(outOfForceNotice(expired, request.as_of), turns)
    return withDay(request, {
      context: passagesPrompt(sources, 'alone', unsearched, request),
      sources,
      documents: expired.map(({ document_id }) => document_id),
      notices: [...notices, ...left],
    })
  }
  if (missing.length > 0) return withDay(request, { ...withReadyAnswer(missingAnswer(missing)), notices })
  if (expired.length > 0) return withDay(request, outOfForceGrounding(expired, request))
  if (!('owner_id' in scope) && (await isBeingSeeded(context.db, scope, request.as_of)))
    return withDay(request, withReadyAnswer(demonstrationStillReadingAnswer))
  const reason = 'category_id' in scope && nearest.length === 0 ? await emptyCategoryReason(context.db, scope, request.as_of) : null
  if (reason !== null) return withDay(request, withReadyAnswer(reason))
  const answer = notFoundAnswer(nearest, 'category_id' in scope && (await hasOtherCategories(context.db, scope)))
  return withDay(request, { ...withReadyAnswer(answer), documents: nearest.map(({ document_id }) => document_id), notices })
}

/** Returns the grounding of a reply that names documents that are not in force. */
export const outOfForceGrounding = (documents: readonly OutOfForceDocument[], { as_of }: RequestDays): Grounding => ({
  ...withReadyAnswer(outOfForceAnswer(documents, as_of)),
  documents: documents.map(({ document_id }) => document_id),
})

/** Adds the notice of the day of a request to a grounding, unless the reply to continue has it. */
export const withDay = (request: GroundRequest, grounding: Grounding): Grounding => ({
  ...grounding,
  notices: [...dayNotice(request).filter(({ text }) => !request.prefix.includes(text.trim())), ...(grounding.notices ?? [])],
})

/**
 * Returns all pages of uploaded documents as grounding; null when they do not fit in the window. For a request about the whole text (`isAboutAll`), the
 * built-in model gets the first pages that fit, with a mention of the rest, because reading in parts would only make it slower.
 */
export async function wholeDocuments(
  context: Context,
  scope: SearchScope,
  days: RequestDays,
  { room, isAboutAll, rests }: { room: number; isAboutAll: boolean; rests: PassagesRole },
): Promise<Grounding | null> {
  const isWhole = !(context.models.builtIn && isAboutAll)
  const { pages, unread, ids: documents } = await readablePages(context.db, scope, days, { pages: maxWholePages, tokens: room }, isWhole)
  // An unreadable document does not prevent the others from being given.
  if (pages.length === 0 || (isWhole && unread.some(({ isWithoutText }) => !isWithoutText))) return null
  const findSources = (reply: string) => usedPages(reply, pages)
  const pagesBlock = passagesPrompt(pages, rests, [], days)
  if (unread.length === 0) return { context: pagesBlock, sources: pages, findSources, documents }
  // With the built-in model, unreadable documents are named by the notice only: it would repeat them.
  const unreadToMention = context.models.builtIn ? unread.filter(({ isWithoutText }) => !isWithoutText) : unread
  return { context: unreadToMention.length === 0 ? pagesBlock : `${pagesBlock}\n\n${unreadPrompt(unreadToMention)}`, sources: pages, findSources, documents }
}

/** Number of last messages considered when the last one refers to earlier ones. */
const maxThreadMessages = 20

/** Interprets the person's last message, completed with the earlier ones. */
export const understandLastMessage = (context: Context, messages: readonly string[]) =>
  understand(messages.slice(-maxThreadMessages), context.retrieval.readQuestions, context.retrieval.countSubjectTerms)

/**
 * Whether the demonstration documents of a new instance are still to be read in a scope: the job that adds them has not ended, and the scope covers all
 * categories, is empty, or has documents that are not read.
 */
export async function isBeingSeeded(db: Db, scope: SearchScope, as_of: Day): Promise<boolean> {
  const job = await db.selectFrom('job').where('kind', '=', 'seed_documents').select('id').limit(1).executeTakeFirst()
  if (job === undefined) return false
  if (('any' in scope ? scope.any : [scope]).some((one) => 'category_id' in one && one.category_id === null)) return true
  const { documents, indexed } = await countScope(db, scope, as_of)
  return documents === 0 || indexed < documents
}

/** Returns the sentence that explains why nothing can be searched in a category; null when something can. */
async function emptyCategoryReason(db: Db, scope: SearchScope, as_of: Day): Promise<string | null> {
  const { documents, indexed } = await countScope(db, scope, as_of)
  if (indexed > 0) return null
  if (documents === 0) return (await countScope(db, scope, 'any')).documents > 0 ? nothingInForceAnswer(as_of) : emptyCategoryAnswer
  return (await hasUnreadDocuments(db, scope, as_of)) ? categoryStillReadingAnswer : categoryUnreadableAnswer
}

/** Whether a document of the category may still become readable. */
async function hasUnreadDocuments(db: Db, scope: SearchScope, as_of: Day): Promise<boolean> {
  const awaited = await db
    .selectFrom('document')
    .where(sql<boolean>`id in (${scopeQuery(scope, as_of)})`)
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
    .where(isDocumentReadableBy(reader_id))
    .where('category_id', '!=', category_id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns a grounding whose reply is this text; no model is called. */
export const withReadyAnswer = (answer: string) => ({ context: '', sources: [], answer })

/** Returns the person's messages, oldest first, without the hidden question that continues a reply. */
export function questionsOf(turns: readonly PromptTurn[]): string[] {
  return turns.filter(({ role, content }) => role === 'user' && content !== continueInstruction).map(({ content }) => content)
}
