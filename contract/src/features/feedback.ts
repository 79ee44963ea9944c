import * as z from 'zod/mini'
import { id, text } from '../common.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'

/** Reasons of a negative rating, with their French labels. */
export const feedbackReasons = {
  inexacte: 'Réponse inexacte',
  incomplete: 'Réponse incomplète',
  hors_sujet: 'Hors sujet',
  peu_claire: 'Peu claire',
  ton: 'Ton inadapté',
  sources: 'Sources manquantes ou fausses',
} as const
export type FeedbackReason = keyof typeof feedbackReasons

const reasonNames = Object.keys(feedbackReasons) as [FeedbackReason, ...FeedbackReason[]]
const feedbackReason = z.enum(reasonNames, 'Raison inconnue')
export const feedbackRating = z.enum(['positive', 'negative'])

/** Feedback on an answer; a null `rating` withdraws it. Reasons and comment apply to a negative rating only. */
export const feedbackBody = z.object({
  rating: z.nullable(feedbackRating),
  reasons: z.optional(z.array(feedbackReason).check(z.maxLength(reasonNames.length, 'Trop de raisons'))),
  comment: z.optional(z.nullable(text(limits.feedbackComment))),
})

const assistantReference = { assistant_id: z.nullable(id), assistant_name: z.nullable(z.string()) }

export const feedback = {
  counts: route({
    method: 'GET',
    path: '/feedback',
    access: 'admin',
    summary: 'Nombre d’avis reçus par assistant, et par raison ; sans contenu de conversation ni auteur. `assistant_id` est nul hors de tout assistant.',
    answer: z.array(
      z.object({
        ...assistantReference,
        positive: z.number(),
        negative: z.number(),
        /** Number of negative ratings by reason; a rating may have several. */
        reasons: z.partialRecord(feedbackReason, z.number()),
        /** Number of negative ratings with a comment. */
        comments: z.number(),
      }),
    ),
  }),
  comments: route({
    method: 'GET',
    path: '/feedback/comments',
    access: 'admin',
    summary: 'Les commentaires libres les plus récents, tels qu’écrits pour les administrateurs ; sans auteur ni conversation, datés au jour.',
    // `assistant_id` links to the instructions, which administrators read only for assistants of the organisation: it is null for a person's own.
    answer: z.array(z.object({ ...assistantReference, comment: z.string(), reasons: z.array(feedbackReason), given_on: z.string() })),
  }),
}
