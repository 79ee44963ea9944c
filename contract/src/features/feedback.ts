import * as z from 'zod/mini'
import { id, text } from '../common.ts'
import { limits } from '../constants.ts'
import { route } from '../route.ts'

/** Why an answer did not help, and how it is said on the screen. */
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

/** An opinion as a person gives it; null takes it back. Reasons and comment go with a negative one only. */
export const feedbackBody = z.object({
  rating: z.nullable(feedbackRating),
  reasons: z.optional(z.array(feedbackReason).check(z.maxLength(reasonNames.length, 'Trop de raisons'))),
  comment: z.optional(z.nullable(text(limits.feedbackComment))),
})

const about = { assistant_id: z.nullable(id), assistant_name: z.nullable(z.string()) }

export const feedback = {
  counts: route({
    method: 'GET',
    path: '/feedback',
    access: 'admin',
    summary: 'Nombre d’avis reçus par assistant, et par raison ; sans contenu de conversation ni auteur. `assistant_id` est nul hors de tout assistant.',
    answer: z.array(
      z.object({
        ...about,
        positive: z.number(),
        negative: z.number(),
        /** Negative opinions by reason; one opinion may give several. */
        reasons: z.partialRecord(feedbackReason, z.number()),
        /** Negative opinions that carry a free text. */
        comments: z.number(),
      }),
    ),
  }),
  comments: route({
    method: 'GET',
    path: '/feedback/comments',
    access: 'admin',
    summary: 'Les commentaires libres les plus récents, tels qu’écrits pour les administrateurs ; sans auteur ni conversation, datés au jour.',
    // The id, null of what a person made too, leads to the instructions: those of the organisation are the administrators'.
    answer: z.array(z.object({ ...about, comment: z.string(), reasons: z.array(feedbackReason), given_on: z.string() })),
  }),
}
