import * as z from 'zod/mini'
import { id, idParams, messageAnswer, requiredLine, text, timestamp } from '../../common.ts'
import { textReviewRules } from '../../field-rules.ts'
import { route } from '../../route.ts'

/** Declaration that a person has read a text. It proves a reading of this very text, not its quality. */
export const textReview = z.object({
  id,
  /** Name of the reviewer; null: their account was deleted. */
  reviewer: z.nullable(z.string()),
  is_own: z.boolean(),
  /** Capacity in which they read it: « au titre de … ». */
  capacity: z.string(),
  reviewed_at: timestamp,
  /** SHA-256 of the text that was read, hexadecimal. */
  digest: z.string(),
  /** Whether the text is still the one that was read. */
  is_current: z.boolean(),
})
export type TextReview = z.infer<typeof textReview>

const reviewedText = z.object({
  /** Null: a written document. */
  message_id: z.nullable(id),
  /** SHA-256 of the text as it is, hexadecimal: the Markdown of an answer; the title and the text of a document, without marks. */
  digest: z.string(),
  /** Whether a model wrote the text, or part of it. */
  is_generated: z.boolean(),
  /** Ids in the settings of the models that wrote it, as far as is known. */
  models: z.array(z.string()),
  /** Latest first. */
  reviews: z.array(textReview),
})
export type ReviewedText = z.infer<typeof reviewedText>

const textOf = { message_id: z.optional(id), written_document_id: z.optional(id) }
const oneOf = (fields: readonly string[]) =>
  z.refine<Record<string, unknown>>((value) => fields.filter((name) => value[name] !== undefined).length === 1, `Nommez un texte\u00A0: ${fields.join(', ')}`)

export const textReviews = {
  list: route({
    method: 'GET',
    path: '/text-reviews',
    access: 'user',
    summary:
      'Les relectures d’une réponse (`message_id`), des réponses d’une conversation (`conversation_id`) ou d’un document rédigé (`written_document_id`), avec l’empreinte du texte tel qu’il est.',
    query: z.object({ ...textOf, conversation_id: z.optional(id) }).check(oneOf(['message_id', 'conversation_id', 'written_document_id'])),
    answer: z.object({ texts: z.array(reviewedText) }),
  }),
  create: route({
    method: 'POST',
    path: '/text-reviews',
    access: 'user',
    changes: ['/text-reviews', '/conversations'],
    status: 201,
    summary:
      'Déclare avoir relu une réponse à soi ou un document rédigé que l’on peut lire, « au titre de » `capacity`. `digest` : l’empreinte du texte lu ; un texte changé depuis donne 409 `text_reviews.changed`.',
    body: z
      .object({
        ...textOf,
        digest: text(64),
        capacity: requiredLine(textReviewRules.capacity.max, textReviewRules.capacity.required),
      })
      .check(oneOf(['message_id', 'written_document_id'])),
    answer: textReview,
  }),
  remove: route({
    method: 'DELETE',
    path: '/text-reviews/:id',
    access: 'user',
    changes: ['/text-reviews', '/conversations'],
    summary: 'Retire une de ses relectures. Le journal d’audit garde qu’elle a existé.',
    params: idParams,
    answer: messageAnswer,
  }),
}
