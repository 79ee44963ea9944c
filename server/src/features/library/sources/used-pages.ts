import type { Source, Quote } from '@parvis/contract'
import { citedSources } from '../../full-reading/cited-sources.ts'
import { checkQuotations, claimedQuotations } from '@parvis/french-search'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Context } from '../../../context.ts'
import type { FindGrounding } from '../../chat/grounding.ts'
import { readStates } from '../../documents/queries.ts'
import { passagesPrompt, type PassagesRole } from '../passages-prompt.ts'

const maxFirstPages = 5

/**
 * Returns the pages that a reply cites or quotes, among documents given whole. Without any, the first page of each document (5 at most), to show what was
 * read.
 */
export function usedPages(answer: string, pages: readonly Source[]): Source[] {
  const usedSources = citedOrQuoted(answer, pages)
  if (usedSources.length > 0) return usedSources
  return pages.filter(({ document_id }, index) => pages.findIndex((other) => other.document_id === document_id) === index).slice(0, maxFirstPages)
}

/** Returns the sources that a reply cites or quotes. */
export function citedOrQuoted(answer: string, sources: readonly Source[]): Source[] {
  const quotedNumbers = checkQuotes(answer, sources).flatMap(({ number }) => number ?? [])
  return citedSources(answer, sources, quotedNumbers)
}

/** Returns the quotations of a reply, in order, each with the number of the source that contains it word for word, or null. */
export function checkQuotes(answer: string, sources: readonly Source[]): Quote[] {
  return checkQuotations(
    answer,
    sources.map(({ extract }) => extract),
    claimedQuotations,
  ).map(({ quotation, passage }) => ({
    text: quotation,
    is_verified: passage !== null,
    number: passage === null ? null : (sources[passage]?.number ?? null),
  }))
}

/**
 * Checks the quotations of a saved reply of this person.
 * @throws {AppError} `request.not_found`
 */
export async function quotesOfMessage(db: Db, message_id: string, owner_id: string): Promise<Quote[]> {
  const row = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .where('message.id', '=', message_id)
    .where('message.role', '=', 'assistant')
    .where('conversation.owner_id', '=', owner_id)
    .select(['message.content', 'message.sources'])
    .executeTakeFirstOrThrow(notFound)
  return checkQuotes(row.content, row.sources)
}

/**
 * Wraps a grounding so that the numbers cited by an interrupted reply keep their meaning when it is continued. If the new sources do not contain the cited
 * ones under the same numbers, the previous sources are used again, except the documents that the person can no longer read.
 */
export const keepingSourceNumbers =
  (context: Context, role: PassagesRole, ground: FindGrounding): FindGrounding =>
  async (request) => {
    const grounding = await ground(request)
    const { previousSources = [], prefix, owner_id } = request
    if (prefix === '' || previousSources.length === 0 || grounding?.write !== undefined) return grounding
    const newSources = grounding?.sources ?? []
    if (grounding?.answer === undefined && citedSources(prefix, previousSources).every((source) => newSources.some((other) => isSameSource(source, other))))
      return grounding
    const documentStates = await readStates(context.db, [...new Set(previousSources.map(({ document_id }) => document_id))], owner_id)
    const readableIds = new Set(documentStates.map(({ id }) => id))
    const sources = previousSources.filter(({ document_id }) => readableIds.has(document_id))
    return sources.length === 0 ? grounding : { context: passagesPrompt(sources, role), sources }
  }

const isSameSource = (one: Source, other: Source): boolean =>
  one.number === other.number && one.document_id === other.document_id && one.page === other.page && one.passage_id === other.passage_id
