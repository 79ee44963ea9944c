import type { ReviewedText, RouteBody, TextReview, routes } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { readDocumentText, readReplies } from './reviewed-texts.ts'

type ReviewRequest = RouteBody<typeof routes.textReviews.create>

async function readText({ db }: Context, caller: Caller, { message_id, written_document_id }: ReviewRequest): Promise<ReviewedText> {
  const text = message_id === undefined ? await readDocumentText(db, caller.id, written_document_id!) : (await readReplies(db, caller.id, { message_id }))[0]
  if (!text) throw notFound()
  return text
}

/**
 * Records that a person has read a text. Reading the same text again replaces the capacity and the date.
 * @throws {AppError} `request.not_found` for a text that the person may not review, such as a reply being written; `text_reviews.changed` when it is not the one that they read
 */
export async function createReview(context: Context, caller: Caller, request: ReviewRequest): Promise<TextReview> {
  const { message_id, written_document_id, capacity, digest } = request
  const before = await readText(context, caller, request)
  if (before.digest !== digest) throw new AppError('text_reviews.changed')
  const values = { message_id, written_document_id, reviewer_id: caller.id, capacity, digest, reviewed_at: context.now() }
  const { id } = await context.db
    .insertInto('text_review')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns([message_id === undefined ? 'written_document_id' : 'message_id', 'reviewer_id', 'digest'])
        .doUpdateSet({ capacity, reviewed_at: context.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { reviews } = await readText(context, caller, request)
  const review = reviews.find((one) => one.id === id)
  if (review === undefined) throw notFound()
  return review
}

/** Withdraws a review of one's own. @returns the digest of the text @throws {AppError} `request.not_found` */
export async function removeReview({ db }: Context, caller: Caller, id: string): Promise<string> {
  const { digest } = await db
    .deleteFrom('text_review')
    .where('id', '=', id)
    .where('reviewer_id', '=', caller.id)
    .returning('digest')
    .executeTakeFirstOrThrow(notFound)
  return digest
}
