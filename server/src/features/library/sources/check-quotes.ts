import type { Quote, Source } from '@parvis/contract'
import { checkQuotations, claimedQuotations } from '@parvis/french-search'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

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
