import type { ErrorCode } from './errors.ts'
import type { MaskedData } from './features/masking/masking.ts'
import type { ModelLevel, ModelReason } from './features/models.ts'
import * as z from 'zod/mini'

/** Quotation (« ») of an answer, checked against the passages of its sources. Lists follow the order of the answer. */
export const quote = z.object({
  /** Text as it is in the answer, without the quotation marks. */
  text: z.string(),
  is_verified: z.boolean(),
  /** `number` of the source that contains the quotation; null when none does. */
  number: z.nullable(z.number()),
})
export type Quote = z.infer<typeof quote>

/** Passage cited by an answer. `number` is the `[n]` of the text. */
export const source = z.object({
  number: z.number(),
  document_id: z.string(),
  document: z.string(),
  page: z.nullable(z.number()),
  /** Last page of an extract that spans several pages. */
  page_to: z.optional(z.number()),
  section: z.nullable(z.string()),
  extract: z.string(),
  score: z.number(),
  passage_id: z.optional(z.string()),
  /** The reader has no access to the document: only `number` is given. */
  is_hidden: z.optional(z.literal(true)),
  /** First day in force of the document, else the date that it states, `YYYY-MM-DD`; null when unknown. Absent in replies written before documents had dates. */
  version_date: z.optional(z.nullable(z.string())),
  /** Last day in force, as given by a person; null for none. Absent in replies written before documents had dates. */
  valid_until: z.optional(z.nullable(z.string())),
  /** Whether another version was in force when the reply was written. Absent in replies written before documents had dates. */
  superseded: z.optional(z.boolean()),
  /** First day of the version that replaces the document, even one in the future. */
  superseded_on: z.optional(z.string()),
  /** Whether the review date of the document was past when the reply was written. */
  review_due: z.optional(z.boolean()),
  /** Name of the collection that the document was copied from, in lower case: « fiches de service-public.fr ». */
  collection: z.optional(z.string()),
  /** Attribution that the licence of a text of a corpus asks for, such as the name of its publisher. */
  attribution: z.optional(z.string()),
  /** Time at which a document of the shared library was added, ISO 8601. */
  upload_date: z.optional(z.string()),
  /** Part of the application that the document comes from, in a conversation that searches several. */
  origin: z.optional(z.enum(['conversation', 'project', 'library', 'assistant'])),
})
export type Source = z.infer<typeof source>
export type SourceOrigin = NonNullable<Source['origin']>

/** Picture that a model received. `filename`: as it was then; the document may be deleted since. */
export const sentImage = z.object({ document_id: z.string(), filename: z.string() })
export type SentImage = z.infer<typeof sentImage>

export type ReplyStatus = 'en_cours' | 'complete' | 'interrompue' | 'erreur'
/**
 * Reason why a reply ended. `stop`: the model finished. `length`: the model's output limit was reached. `stopped`: a person stopped it.
 * `cut`: the connection to the model failed or timed out. `crash`: the server died. `error`: nothing could be produced.
 */
export type FinishReason = 'stop' | 'length' | 'stopped' | 'cut' | 'crash' | 'error'

/** Model that wrote a reply, as in its message; without fields when no model did. */
export type ReplyModel = {
  model?: string
  level?: ModelLevel
  /** The three below are set when another model than the expected one wrote the reply. */
  model_reason?: ModelReason
  expected_model?: string
  needed_level?: ModelLevel
}

/**
 * Event of a streamed reply, in order. `progress` comes before the first text of a reply that reads whole documents: parts read, out of `total`; only the
 * last one counts. A later `sources` replaces the earlier one. `id` increases with each event: it is the number of UTF-16 units of text sent so far plus
 * the number of events without text, so that any `id` is one exact position in the reply. `images`, `as_of` and
 * `masked` of `done`: as in its message; `masked_question`: `masked` of the question.
 */
export type ReplyEvent =
  | { type: 'delta'; id: number; text: string }
  | { type: 'sources'; id: number; sources: Source[] }
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'usage'; id: number; prompt_tokens: number; completion_tokens: number }
  | { type: 'error'; id: number; code: ErrorCode; error: string; level?: number }
  | ({
      type: 'done'
      id: number
      status: ReplyStatus
      finish_reason: FinishReason
      message_id: string | null
      images?: SentImage[]
      as_of?: string
      masked?: MaskedData[]
      masked_question?: MaskedData[]
    } & ReplyModel)
