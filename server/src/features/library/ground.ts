import type { LlmMessage } from '../../adapters/llm/port.ts'
import { AppError, notFound } from '../../app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { continueInstruction } from '../chat/prompt.ts'
import type { Ground } from '../chat/grounding.ts'
import { findCategory } from '../documents/categories.ts'
import { libraryHolding } from '../documents/queries.ts'
import type { Db, SearchScope } from '../documents/queries.ts'
import { categoryStillReading, emptyCategory, notFoundAnswer, nothingLoaded, stillReading, unreadable } from './not-found.ts'
import { passagesPrompt } from './passages-prompt.ts'
import { quotedOpening } from './quoted-opening.ts'
import { openingSources, searchSources } from './search-sources.ts'
import { standaloneQuestion } from './standalone-question.ts'
import { waitForReading } from './wait-for-reading.ts'
import { isAboutWholeDocument } from './whole-document.ts'

/** What is asked of the library: a category by its name, or documents that the person loaded (all of them without an id). */
export type LibraryWish = { category: string } | { document_id: string | null }

/**
 * The part of the library that this person means.
 * @throws {AppError} `library.category_unknown`; `request.not_found` for a document that is missing or somebody else's.
 */
export async function scopeOf(context: Context, caller: Caller, wish: LibraryWish): Promise<SearchScope> {
  const { db } = context
  if ('category' in wish) {
    const category = await findCategory(db, wish.category)
    if (category === null) throw new AppError('library.category_unknown')
    return { category_id: category.id }
  }
  if (wish.document_id === null) return { owner_id: caller.id, document_id: null }
  const mine = await db
    .selectFrom('document')
    .where('owner_id', '=', caller.id)
    .where((where) => where.or([where('id', '=', wish.document_id), where('upload_id', '=', wish.document_id)]))
    .select('id')
    .executeTakeFirst()
  if (mine === undefined) throw notFound()
  return { owner_id: caller.id, document_id: wish.document_id }
}

/** Grounds the answers of the library: on passages, or on the plain statement that there is none. */
export function libraryGround(context: Context, scope: SearchScope): Ground {
  return async ({ turns, signal, room }) => {
    if ('owner_id' in scope) {
      const reading = await waitForReading(context, scope, signal)
      if (reading.ready === 0) {
        if (reading.pending > 0) return answered(stillReading)
        return answered(reading.failed.length > 0 ? unreadable(reading.failed) : nothingLoaded)
      }
    }
    const asked = questionsOf(turns)
    const question = asked.at(-1) ?? ''
    if ('owner_id' in scope && isAboutWholeDocument(question)) {
      const sources = await openingSources(context, scope, room)
      return { context: passagesPrompt(sources, 'alone'), sources, ...(context.llm.builtIn && { answer: quotedOpening(sources) }) }
    }
    const { sources, nearest } = await searchSources(context, scope, standaloneQuestion(question, asked.slice(0, -1)), room)
    if (sources.length > 0) return { context: passagesPrompt(sources, 'alone'), sources }
    return answered(('category_id' in scope && nearest.length === 0 && (await nothingToAsk(context.db, scope))) || notFoundAnswer(nearest))
  }
}

/** Why a category has nothing to search in; null when it has. */
async function nothingToAsk(db: Db, scope: SearchScope): Promise<string | null> {
  const { documents, indexed } = await libraryHolding(db, scope)
  if (indexed > 0) return null
  return documents === 0 ? emptyCategory : categoryStillReading
}

/** Told to an assistant whose library is silent, so that it does not claim to have read it. */
const withoutPassages =
  '## Documents\nAucun document de la bibliothèque choisie ne parle de cette question. Répondez par vous-même, sans attribuer votre réponse à ces documents.'

/**
 * Grounds the answers of an assistant on the category chosen with it, where its documents speak of the question; the
 * assistant answers by itself otherwise.
 * @param chosen the category that the client names; else that of the kept conversation counts
 */
export function assistantGround(context: Context, chosen: string | null): Ground {
  return async ({ turns, library, room }) => {
    const name = chosen ?? library
    if (name === null) return null
    const category = await findCategory(context.db, name)
    if (category === null) return { context: withoutPassages, sources: [] }
    const asked = questionsOf(turns)
    const { sources } = await searchSources(context, { category_id: category.id }, standaloneQuestion(asked.at(-1) ?? '', asked.slice(0, -1)), room)
    return { context: sources.length === 0 ? withoutPassages : passagesPrompt(sources, 'first'), sources }
  }
}

const answered = (answer: string) => ({ context: '', sources: [], answer })

/** What the person asked, oldest first, without the hidden instruction that resumes a reply. */
function questionsOf(turns: readonly LlmMessage[]): string[] {
  return turns.filter(({ role, content }) => role === 'user' && content !== continueInstruction).map(({ content }) => content)
}
