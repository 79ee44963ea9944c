import { routes } from '@parvis/contract'
import { audited } from '../../audit/audited.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { readDocumentText, readReplies } from './reviewed-texts.ts'
import { createReview, removeReview } from './write-review.ts'

const { textReviews } = routes

export const textReviewsHandlers: RouteHandler[] = [
  handle(textReviews.list, async ({ context, caller, query }) => {
    const { message_id, conversation_id, written_document_id } = query
    if (written_document_id !== undefined) {
      const text = await readDocumentText(context.db, caller.id, written_document_id)
      if (text === null) throw notFound()
      return { texts: [text] }
    }
    const texts = await readReplies(context.db, caller.id, conversation_id === undefined ? { message_id: message_id! } : { conversation_id })
    if (conversation_id === undefined && texts.length === 0) throw notFound()
    return { texts }
  }),

  handle(textReviews.create, (call) => {
    const { message_id, written_document_id, digest } = call.body
    // The trail keeps which text was read, once the text itself is deleted.
    const target = { id: message_id ?? written_document_id!, name: `SHA-256 ${digest}` }
    return audited(call, 'text_review.create', () => createReview(call.context, call.caller, call.body), target)
  }),

  handle(textReviews.remove, async (call) => {
    const { params } = call
    await audited(
      call,
      'text_review.remove',
      () => removeReview(call.context, call.caller, params.id),
      (digest) => ({ id: params.id, name: `SHA-256 ${digest}` }),
    )
    return { message: 'Relecture retirée' }
  }),
]
