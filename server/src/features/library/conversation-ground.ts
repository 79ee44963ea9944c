import type { Source, SourceOrigin } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import type { Context } from '../../context.ts'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { FindGrounding, Grounding, GroundRequest } from '../chat/grounding.ts'
import { findLibrary } from '../documents/categories.ts'
import type { SearchScope } from '../../authorization/documents.ts'
import { groundInFullReading } from '../full-reading/full-reading-ground.ts'
import { isConfirmation, wholeRequest } from '../full-reading/whole-request.ts'
import {
  isBeingSeeded,
  outOfForceGrounding,
  withDay,
  withReadyAnswer,
  questionsOf,
  understandLastMessage,
  unsearchedNotice,
  unlessRepeated,
  wholeDocuments,
} from './ground.ts'
import { findOutOfForce, listOutOfForce, outOfForceNotice, type OutOfForceDocument } from './in-force/out-of-force.ts'
import { missingAnswer } from '../corpus/search/named-articles.ts'
import { courtesyAnswer, demonstrationNotice, demonstrationStillReadingAnswer, leftOutNotice, missingNotice, notFoundAnswer } from './not-found.ts'
import { passagesPrompt, type PassagesRole } from './passages-prompt.ts'
import { answerMethodOf } from './requests/reading-task.ts'
import { keepingSourceNumbers, citedOrQuoted } from './sources/used-pages.ts'
import { searchSources } from './sources/search-sources.ts'
import { waitUntilRead } from './wait-until-read.ts'

/** Maximum share of the window for files given whole: the rest is for the conversation and the reply. */
const maxWholeShare = 0.25

/** Block used when the search finds nothing, so that the model does not claim to have read these documents. */
const nothingFoundBlock = ({ files, project, library, assistant, assistantFiles }: SearchableDocuments) => {
  const isOfAssistant = library === null && assistant.length + assistantFiles.length > 0
  const origin = files.length + project.length > 0 ? 'de cette conversation' : isOfAssistant ? 'confié à cet assistant' : 'de la bibliothèque choisie'
  return `## Documents\nAucun document ${origin} ne parle de cette question. Répondez par vous-même, sans attribuer votre réponse à ces documents.`
}

/** Documents that a conversation can search: ids of documents, and categories of the shared library. */
type SearchableDocuments = {
  /** Files attached to the conversation, to its project and to its assistant. */
  files: readonly string[]
  project: readonly string[]
  assistantFiles: readonly string[]
  /** The chosen category; id null: all categories. */
  library: { id: string | null } | null
  /** Ids of the categories of the assistant. */
  assistant: readonly string[]
}

/**
 * Grounds the replies of a conversation in its attached files, those of its project, the chosen category, and the files and categories of the assistant.
 * Short attached files are given whole; the rest is searched together, and each source has its origin. If nothing relevant is found, the model answers on
 * its own.
 * @param chosen category named by the client; null: that of the saved conversation
 * @param documentsOnly replies use the documents only, as in the library chat: if nothing relevant is found, the reply says so and the model is not called
 */
export function conversationGround(context: Context, chosen: string | null, documentsOnly = false): FindGrounding {
  return keepingSourceNumbers(context, documentsOnly ? 'alone' : 'first', async (request) => {
    const { owner_id, turns, pictures = [] } = request
    const name = (chosen ?? request.library)?.trim() || null
    const library = name === null ? null : await findLibrary(context.db, name, owner_id)
    const { files, project_files, assistant_files, assistant_categories } = request
    const documents: SearchableDocuments = { files, project: project_files, assistantFiles: assistant_files, library, assistant: assistant_categories }
    const own = [...files, ...project_files, ...assistant_files]
    if (name === null && own.length + documents.assistant.length === 0) return null
    // A courtesy does not wait for documents to be read, and mentions none that are unread.
    const isCourtesy = understandLastMessage(context, questionsOf(turns)).kind === 'courtesy' && !isConfirmation(turns)
    if (isCourtesy) return documentsOnly ? withReadyAnswer(courtesyAnswer(questionsOf(turns).at(-1) ?? '')) : null
    const readingOf = async (ids: readonly string[]) =>
      ids.length === 0 ? null : waitUntilRead(context, { owner_id, documents: ids }, request.as_of, request.signal)
    const read = await readingOf(own)
    // The model sees a picture without text: the reply takes it into account, and there is nothing to search in it.
    const textless = await withoutText(context.db, pictures)
    const reading = textless.size === 0 ? read : await readingOf(own.filter((id) => !textless.has(id)))
    documents.files = files.filter((id) => !textless.has(id))
    if (textless.size > 0 && reading === null && library === null && name === null && documents.assistant.length === 0) return null
    // Without this notice the reply would seem to come from the category: nothing else tells that it was deleted or closed to the person.
    const closedCategory = library === null ? name : null
    const expiredFiles = own.length === 0 ? [] : await listOutOfForce(context.db, { owner_id, documents: own }, request.as_of)
    const leftOut = unlessRepeated(
      [...leftOutNotice(reading ?? { failedUploads: [], pending: [] }, closedCategory), ...outOfForceNotice(expiredFiles, request.as_of)],
      turns,
    )
    const unusable = reading?.unusable ?? []
    const whole = await filesGround(context, { owner_id, documents: documents.files }, documentsOnly ? 'whole' : 'attached', request)
    // A full reading, or its cost announcement, reports itself the files that it does not read, but not the category.
    if (whole?.write !== undefined || whole?.answer !== undefined)
      return withDay(request, { ...whole, notices: unlessRepeated(leftOutNotice({ failedUploads: [], pending: [] }, closedCategory), turns) })
    const found = await addPassages(context, documents, whole, documentsOnly, request)
    const all = { ...found, documents: [...(found.documents ?? []), ...unusable], notices: [...leftOut, ...found.notices] }
    if (found.sources.length > 0) return withDay(request, all)
    const isSeeding = found.categories.length > 0 && (await isBeingSeeded(context.db, { any: found.categories }, request.as_of))
    if (!documentsOnly) return isSeeding ? { ...all, notices: [demonstrationNotice, ...all.notices] } : all
    if (found.missing.length > 0) return withDay(request, { ...all, ...withReadyAnswer(missingAnswer(found.missing)), notices: leftOut })
    const expired = [...found.expired, ...expiredFiles]
    if (expired.length > 0) return withDay(request, outOfForceGrounding(expired, request))
    const answer = isSeeding ? demonstrationStillReadingAnswer : notFoundAnswer([], documents.library !== null)
    return withDay(request, { ...all, ...withReadyAnswer(answer) })
  })
}

/** Returns those of these documents that have no text to search: not read yet, or without any. */
async function withoutText(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const indexed = await db
    .selectFrom('document_index')
    .where('document_id', 'in', [...ids])
    .select('document_id')
    .execute()
  return new Set(ids.filter((id) => !indexed.some(({ document_id }) => document_id === id)))
}

/** Gives the attached files whole, or a full reading of them. Null when they are too long to be given whole and the request needs no full reading. */
async function filesGround(
  context: Context,
  scope: SearchScope & { documents: readonly string[] },
  rests: PassagesRole,
  request: GroundRequest,
): Promise<Grounding | null> {
  if (scope.documents.length === 0) return null
  const { turns, tokenBudget, contextWindow } = request
  const { text, before } = wholeRequest(turns)
  const task = answerMethodOf(text, before)
  const size = Math.min(tokenBudget, Math.floor(contextWindow * maxWholeShare))
  const whole = await wholeDocuments(context, scope, request, { room: size, isAboutAll: task !== 'passages', rests })
  if (whole !== null || task === 'passages') return whole
  return groundInFullReading(context, scope, { ...request, task })
}

/** Role of the passages in the reply. */
function passagesRole(isAlone: boolean, isBesideFiles: boolean, isAllUnchosen: boolean): PassagesRole {
  if (isAlone) return isBesideFiles ? 'beside' : 'alone'
  return isAllUnchosen ? 'unchosen' : 'first'
}

/** Adds the passages found in everything else to the files given whole. */
async function addPassages(
  context: Context,
  held: SearchableDocuments,
  whole: Grounding | null,
  isAlone: boolean,
  request: GroundRequest,
): Promise<Grounding & { notices: ReplyNotice[]; expired: OutOfForceDocument[]; missing: string[]; categories: SearchScope[] }> {
  const { owner_id, turns, tokenBudget } = request
  const understood = understandLastMessage(context, questionsOf(turns))
  const beside = [...held.project, ...held.assistantFiles]
  // Files given whole are not searched again if they also belong to the project or the assistant.
  const documents = whole === null ? [...held.files, ...beside] : beside.filter((id) => !held.files.includes(id))
  const categories = new Set([...(held.library === null ? [] : [held.library.id]), ...held.assistant])
  const scopes: SearchScope[] = [
    ...(documents.length === 0 ? [] : [{ owner_id, documents }]),
    ...[...categories].map((category_id) => ({ category_id, reader_id: owner_id })),
  ]
  const tokensLeft = Math.max(tokenBudget - estimateTokens(whole?.context ?? ''), 0)
  const asks = understood.kind === 'courtesy' ? [] : understood.questions
  const searched =
    scopes.length === 0
      ? { sources: [], nearest: [], unsearched: [], relevance: 0, missing: [] }
      : await searchSources(context, { any: scopes }, { ...request, tokenBudget: tokensLeft }, asks)
  const found = searched.sources
  const ofCategories = scopes.filter((one) => 'category_id' in one)
  const expired = whole === null ? await findOutOfForce(context, { any: ofCategories }, request, asks, searched.relevance) : []
  // For documents of the assistant only, which the person did not choose, unsearched questions are not reported.
  const hasChosenDocuments = held.files.length + held.project.length > 0 || held.library !== null
  const unsearched = hasChosenDocuments ? searched.unsearched : []
  const pages = whole?.sources ?? []
  const originOf = await origins(context.db, held, found)
  const passages = found.map((source): Source => ({ ...source, number: source.number + pages.length, origin: originOf(source) }))
  const nothingFound = whole === null ? nothingFoundBlock(held) : ''
  const ofAssistant = passages.filter(({ origin }) => origin === 'assistant')
  const passagesBlock =
    passages.length === 0
      ? nothingFound
      : passagesPrompt(passages, passagesRole(isAlone, whole !== null, ofAssistant.length === passages.length), unsearched, request)
  const withConversationOrigin = (sources: readonly Source[]) => sources.map((source): Source => ({ ...source, origin: 'conversation' }))
  return {
    context: [whole?.context, passagesBlock].filter(Boolean).join('\n\n'),
    sources: [...withConversationOrigin(pages), ...passages],
    documents: [...(whole?.documents ?? []), ...expired.map(({ document_id }) => document_id)],
    expired,
    missing: searched.missing,
    categories: ofCategories,
    notices: [
      ...unlessRepeated(missingNotice(searched.missing), turns),
      ...unsearchedNotice(context, unsearched, passages.length > 0, turns),
      ...unlessRepeated(outOfForceNotice(expired, request.as_of), turns),
    ],
    ...((whole?.findSources !== undefined || ofAssistant.length > 0) && {
      findSources: (reply: string) => [...withConversationOrigin(whole?.findSources?.(reply) ?? pages), ...removeUnused(passages, ofAssistant, reply)],
    }),
  }
}

/** Removes the sources of the assistant that the reply does not use: they are searched at each message. */
function removeUnused(passages: readonly Source[], ofAssistant: readonly Source[], reply: string): Source[] {
  const used = new Set(citedOrQuoted(reply, ofAssistant).map(({ number }) => number))
  return passages.filter(({ origin, number }) => origin !== 'assistant' || used.has(number))
}

/** Returns a function that gives the origin of a source: what the person chose takes precedence over the assistant's categories. */
async function origins(
  db: Db,
  { files, project, assistantFiles, library, assistant }: SearchableDocuments,
  found: readonly Source[],
): Promise<(source: Source) => SourceOrigin> {
  const own = (id: string): SourceOrigin | null => {
    if (files.includes(id)) return 'conversation'
    if (project.includes(id)) return 'project'
    return assistantFiles.includes(id) ? 'assistant' : null
  }
  if (assistant.length === 0 || library?.id === null) return ({ document_id }) => own(document_id) ?? 'library'
  const shared = [...new Set(found.map(({ document_id }) => document_id))].filter((id) => own(id) === null)
  const isChosen = library !== null && shared.length > 0
  const chosen = isChosen ? await db.selectFrom('document').where('id', 'in', shared).where('category_id', '=', library.id).select('id').execute() : []
  const ofLibrary = new Set(chosen.map(({ id }) => id))
  return ({ document_id }) => own(document_id) ?? (ofLibrary.has(document_id) ? 'library' : 'assistant')
}
