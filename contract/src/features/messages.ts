import * as z from 'zod/mini'
import { id } from '../common.ts'
import { sentImage, source } from '../events.ts'
import { feedbackRating } from './feedback.ts'
import { maskedData } from './masking/masking.ts'
import { textReview } from './governance/text-reviews.ts'
import { modelLevel, modelReason } from './models.ts'

export const messageRole = z.enum(['system', 'user', 'assistant'], 'Rôle attendu : system, user ou assistant')
const replyStatus = z.enum(['en_cours', 'complete', 'interrompue', 'erreur'])

export const message = z.object({
  id,
  role: messageRole,
  content: z.string(),
  created_at: z.string(),
  /** Always `complete` for a message that a person wrote. */
  status: replyStatus,
  finish_reason: z.nullable(z.enum(['stop', 'length', 'stopped', 'cut', 'crash', 'error'])),
  /** Id of the running reply to follow, when `status` is `en_cours`. */
  stream_id: z.nullable(id),
  error: z.nullable(z.string()),
  sources: z.array(source),
  /** Progress of a reply that reads whole documents, in parts; null for any other. */
  progress: z.optional(z.nullable(z.object({ done: z.number(), total: z.number() }))),
  client_message_id: z.nullable(z.string()),
  /** Pictures of the question that the model of this reply received. Absent when there are none. */
  images: z.optional(z.array(sentImage)),
  /** Day of the documents and of the law in the reply, `YYYY-MM-DD`. Absent when it is the day of its creation. */
  as_of: z.optional(z.string()),
  /** Id in the settings of the model that wrote the reply; null for any other message, and when no model was called. */
  model: z.optional(z.nullable(z.string())),
  /** Level of that model when it wrote the reply; null when no model was called, and for replies older than levels. */
  level: z.optional(z.nullable(modelLevel)),
  /** Set when another model than the expected one wrote the reply. */
  model_reason: z.optional(modelReason),
  /** With `model_reason`: id of the expected model, and minimum level of the request. */
  expected_model: z.optional(z.string()),
  needed_level: z.optional(modelLevel),
  /** A fallback model wrote the reply, because the first one could not answer. */
  is_fallback: z.optional(z.literal(true)),
  /** Personal data masked in the question for its model, or restored in the reply. Absent when nothing was to be masked. */
  masked: z.optional(z.array(maskedData)),
  feedback: z.nullable(feedbackRating),
  /** Reviews of this reply, latest first. Absent when there are none. */
  reviews: z.optional(z.array(textReview)),
  /** Ids of all the versions of this question or answer, this one included, in the order in which they were written. Absent when there is only one. */
  versions: z.optional(z.array(id)),
})
export type Message = z.infer<typeof message>
