import type { Source, SourceOrigin } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { Ground, Grounding, GroundRequest } from '../chat/grounding.ts'
import { findLibrary } from '../documents/categories.ts'
import type { SearchScope } from '../documents/queries.ts'
import { fullReadingGround } from '../full-reading/full-reading-ground.ts'
import { isConfirmation, wholeRequest } from '../full-reading/whole-request.ts'
import { answered, questionsOf, understandLast, unsearchedNotice, untold, wholeDocuments } from './ground.ts'
import { courtesyAnswer, leftOut, notFoundAnswer } from './not-found.ts'
import { passagesPrompt, type Rests } from './passages-prompt.ts'
import { readingTask } from './requests/reading-task.ts'
import { withSameSources } from './sources/same-sources.ts'
import { searchSources } from './sources/search-sources.ts'
import { namedOrQuoted } from './sources/used-pages.ts'
import { waitForReading } from './wait-for-reading.ts'

/** Maximum share of the window for files given whole: the rest is for the conversation and the reply. */
const wholeShare = 0.25

/** Block used when the search finds nothing, so that the model does not claim to have read these documents. */
const withoutPassages = ({ files, project, library, assistant, assistantFiles }: Held) => {
  const isOfAssistant = library === null && assistant.length + assistantFiles.length > 0
  const theirs = files.length + project.length > 0 ? 'de cette conversation' : isOfAssistant ? 'confié à cet assistant' : 'de la bibliothèque choisie'
  return `## Documents\nAucun document ${theirs} ne parle de cette question. Répondez par vous-même, sans attribuer votre réponse à ces documents.`
}

/** Documents that a conversation can search: ids of documents, and categories of the shared library. */
type Held = {
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
 * @param isAlone replies use the documents only, as in the library chat: if nothing relevant is found, the reply says so and the model is not called
 */
export function conversationGround(context: Context, chosen: string | null, isAlone = false): Ground {
  return withSameSources(context, isAlone ? 'alone' : 'first', async (request) => {
    const { owner_id, turns } = request
    const name = (chosen ?? request.library)?.trim() || null
    const library = name === null ? null : await findLibrary(context.db, name, owner_id)
    const { files, project_files, assistant_files, assistant_categories } = request
    const held: Held = { files, project: project_files, assistantFiles: assistant_files, library, assistant: assistant_categories }
    const own = [...files, ...project_files, ...assistant_files]
    if (name === null && own.length + held.assistant.length === 0) return null
    // A courtesy does not wait for documents to be read, and mentions none that are unread.
    const isCourtesy = understandLast(context, questionsOf(turns)).kind === 'courtesy' && !isConfirmation(turns)
    if (isCourtesy) return isAlone ? answered(courtesyAnswer(questionsOf(turns).at(-1) ?? '')) : null
    const reading = own.length === 0 ? null : await waitForReading(context, { owner_id, documents: own }, request.signal)
    // Without this notice the reply would seem to come from the category: nothing else tells that it was deleted or closed to the person.
    const closed = library === null ? name : null
    const notice = untold(leftOut(reading ?? { failed: [], pending: [] }, closed), turns)
    const whole = await filesGround(context, { owner_id, documents: held.files }, isAlone ? 'whole' : 'attached', request)
    // A full reading, or its cost announcement, reports itself the files that it does not read, but not the category.
    if (whole?.write !== undefined || whole?.answer !== undefined) return { ...whole, notice: untold(leftOut({ failed: [], pending: [] }, closed), turns) }
    const found = await withPassages(context, held, whole, isAlone, request)
    const all = { ...found, notice: notice + found.notice }
    return isAlone && found.sources.length === 0 ? { ...all, ...answered(notFoundAnswer([], held.library !== null)) } : all
  })
}

/** Gives the attached files whole, or a full reading of them. Null when they are too long to be given whole and the request needs no full reading. */
async function filesGround(
  context: Context,
  scope: SearchScope & { documents: readonly string[] },
  rests: Rests,
  request: GroundRequest,
): Promise<Grounding | null> {
  if (scope.documents.length === 0) return null
  const { turns, room, window } = request
  const { text, before } = wholeRequest(turns)
  const task = readingTask(text, before)
  const size = Math.min(room, Math.floor(window * wholeShare))
  const whole = await wholeDocuments(context, scope, { room: size, isAboutAll: task !== 'passages', rests })
  if (whole !== null || task === 'passages') return whole
  return fullReadingGround(context, scope, { ...request, task })
}

/** Role of the passages in the reply. */
function restsOf(isAlone: boolean, isBesideFiles: boolean, isAllUnchosen: boolean): Rests {
  if (isAlone) return isBesideFiles ? 'beside' : 'alone'
  return isAllUnchosen ? 'unchosen' : 'first'
}

/** Adds the passages found in everything else to the files given whole. */
async function withPassages(
  context: Context,
  held: Held,
  whole: Grounding | null,
  isAlone: boolean,
  { owner_id, turns, room }: GroundRequest,
): Promise<Grounding & { notice: string }> {
  const understood = understandLast(context, questionsOf(turns))
  const beside = [...held.project, ...held.assistantFiles]
  // Files given whole are not searched again if they also belong to the project or the assistant.
  const documents = whole === null ? [...held.files, ...beside] : beside.filter((id) => !held.files.includes(id))
  const categories = new Set([...(held.library === null ? [] : [held.library.id]), ...held.assistant])
  const any: SearchScope[] = [
    ...(documents.length === 0 ? [] : [{ owner_id, documents }]),
    ...[...categories].map((category_id) => ({ category_id, reader_id: owner_id })),
  ]
  const left = Math.max(room - estimateTokens(whole?.context ?? ''), 0)
  const asks = understood.kind === 'courtesy' ? [] : understood.asks
  const searched = any.length === 0 ? { sources: [], nearest: [], unsearched: [] } : await searchSources(context, { any }, asks, left)
  const found = searched.sources
  // For documents of the assistant only, which the person did not choose, unsearched questions are not reported.
  const isChosen = held.files.length + held.project.length > 0 || held.library !== null
  const unsearched = isChosen ? searched.unsearched : []
  const pages = whole?.sources ?? []
  const originOf = await origins(context.db, held, found)
  const passages = found.map((source): Source => ({ ...source, number: source.number + pages.length, origin: originOf(source) }))
  const silent = whole === null ? withoutPassages(held) : ''
  const ofAssistant = passages.filter(({ origin }) => origin === 'assistant')
  const told = passages.length === 0 ? silent : passagesPrompt(passages, restsOf(isAlone, whole !== null, ofAssistant.length === passages.length), unsearched)
  const labelled = (sources: readonly Source[]) => sources.map((source): Source => ({ ...source, origin: 'conversation' }))
  return {
    context: [whole?.context, told].filter(Boolean).join('\n\n'),
    sources: [...labelled(pages), ...passages],
    notice: unsearchedNotice(context, unsearched, passages.length > 0, turns),
    ...((whole?.kept !== undefined || ofAssistant.length > 0) && {
      kept: (reply: string) => [...labelled(whole?.kept?.(reply) ?? pages), ...withoutUnused(passages, ofAssistant, reply)],
    }),
  }
}

/** Removes the sources of the assistant that the reply does not use: they are searched at each message. */
function withoutUnused(passages: readonly Source[], ofAssistant: readonly Source[], reply: string): Source[] {
  const used = new Set(namedOrQuoted(reply, ofAssistant).map(({ number }) => number))
  return passages.filter(({ origin, number }) => origin !== 'assistant' || used.has(number))
}

/** Returns a function that gives the origin of a source: what the person chose takes precedence over the assistant's categories. */
async function origins(
  db: Db,
  { files, project, assistantFiles, library, assistant }: Held,
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
