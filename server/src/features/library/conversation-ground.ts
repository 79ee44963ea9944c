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

/** What the model can read is shared: files given whole leave most of it to the conversation and to its answer. */
const wholeShare = 0.25

/** Told where everything that may be searched is silent, so that the model does not claim to have read it. */
const withoutPassages = ({ files, project, library, assistant, assistantFiles }: Held) => {
  const isOfAssistant = library === null && assistant.length + assistantFiles.length > 0
  const theirs = files.length + project.length > 0 ? 'de cette conversation' : isOfAssistant ? 'confié à cet assistant' : 'de la bibliothèque choisie'
  return `## Documents\nAucun document ${theirs} ne parle de cette question. Répondez par vous-même, sans attribuer votre réponse à ces documents.`
}

/** What a conversation holds: documents, by id, and categories of the shared library. */
type Held = {
  /** Of the conversation, of its project, of its assistant. */
  files: readonly string[]
  project: readonly string[]
  assistantFiles: readonly string[]
  /** The category that was chosen; id null: all of them. */
  library: { id: string | null } | null
  /** Categories of its assistant. */
  assistant: readonly string[]
}

/**
 * Grounds the answers of a conversation on all that it holds: its files, those of its project, the category of the library chosen
 * with it, and the files and categories of its assistant. Its own files that are short are given whole; the rest is searched together, and each source says where it comes from.
 * The model answers by itself where they do not speak of the question.
 * @param chosen the category that the client names; else that of the kept conversation counts
 * @param isAlone answers rest on documents alone, as in the library chat: where they do not speak of it that is said, and the model is not called
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
    // It asks nothing of documents: it waits for none of them to be read, nor speaks of those that are not.
    const isCourtesy = understandLast(context, questionsOf(turns)).kind === 'courtesy' && !isConfirmation(turns)
    if (isCourtesy) return isAlone ? answered(courtesyAnswer(questionsOf(turns).at(-1) ?? '')) : null
    const reading = own.length === 0 ? null : await waitForReading(context, { owner_id, documents: own }, request.signal)
    // Silent, an answer would pass for what the category says: nobody else tells that it is closed, or gone, since it was chosen.
    const closed = library === null ? name : null
    const notice = untold(leftOut(reading ?? { failed: [], pending: [] }, closed), turns)
    const whole = await filesGround(context, { owner_id, documents: held.files }, isAlone ? 'whole' : 'attached', request)
    // A full reading, or what it costs, says by itself what it does not read of these files; of the category it knows nothing.
    if (whole?.write !== undefined || whole?.answer !== undefined) return { ...whole, notice: untold(leftOut({ failed: [], pending: [] }, closed), turns) }
    const found = await withPassages(context, held, whole, isAlone, request)
    const all = { ...found, notice: notice + found.notice }
    return isAlone && found.sources.length === 0 ? { ...all, ...answered(notFoundAnswer([], held.library !== null)) } : all
  })
}

/** The files of a conversation whole, or a full reading of them; null where they are too long for the one and nobody asks for the other. */
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

/** How the passages count, by what asks them and what stands beside. */
function restsOf(isAlone: boolean, isBesideFiles: boolean, isAllUnchosen: boolean): Rests {
  if (isAlone) return isBesideFiles ? 'beside' : 'alone'
  return isAllUnchosen ? 'unchosen' : 'first'
}

/** What is given whole, then passages of all the rest. */
async function withPassages(
  context: Context,
  held: Held,
  whole: Grounding | null,
  isAlone: boolean,
  { owner_id, turns, room }: GroundRequest,
): Promise<Grounding & { notice: string }> {
  const understood = understandLast(context, questionsOf(turns))
  const beside = [...held.project, ...held.assistantFiles]
  // Those given whole are not searched again, where a project or the assistant has them too.
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
  // Of documents that they did not choose, nobody expects that each question was asked.
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

/** What comes with the assistant is asked at each message: only what an answer takes from it is shown under it. */
function withoutUnused(passages: readonly Source[], ofAssistant: readonly Source[], reply: string): Source[] {
  const used = new Set(namedOrQuoted(reply, ofAssistant).map(({ number }) => number))
  return passages.filter(({ origin, number }) => origin !== 'assistant' || used.has(number))
}

/** Where documents come from: what the person chose, before what comes with the assistant. */
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
