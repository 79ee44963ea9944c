import type { ErrorCode } from './errors.ts'
import * as z from 'zod/mini'

/** A passage that an answer rests on. `number` is the `[n]` of the text. */
export const source = z.object({
  number: z.number(),
  document_id: z.string(),
  document: z.string(),
  page: z.nullable(z.number()),
  /** The last page of an extract that runs over several. */
  page_to: z.optional(z.number()),
  section: z.nullable(z.string()),
  extract: z.string(),
  score: z.number(),
  passage_id: z.optional(z.string()),
  /** The reader cannot read its document: nothing of it is told but the number. */
  is_hidden: z.optional(z.literal(true)),
  /** Date of the version that the document states, `YYYY-MM-DD`; absent where none is known. */
  version_date: z.optional(z.string()),
  /** Name of the collection that the document was copied from, in lower case: « fiches de service-public.fr ». */
  collection: z.optional(z.string()),
  /** Time at which a document of the shared library was added, ISO 8601. */
  upload_date: z.optional(z.string()),
  /** Where the document comes from, in a conversation that may ask several places. */
  origin: z.optional(z.enum(['conversation', 'project', 'library', 'assistant'])),
})
export type Source = z.infer<typeof source>
export type SourceOrigin = NonNullable<Source['origin']>

export type ReplyStatus = 'en_cours' | 'complete' | 'interrompue' | 'erreur'
/**
 * Why a reply ended. `stop`: the model finished. `length`: the model's limit cut it. `stopped`: a person stopped it.
 * `cut`: the model's connection or a time-out broke it. `crash`: the server died. `error`: nothing could be produced.
 */
export type FinishReason = 'stop' | 'length' | 'stopped' | 'cut' | 'crash' | 'error'

/**
 * What a reader of a reply receives, in order. `progress` comes before the first word of a reply whose documents are read whole: parts
 * read, of how many; only the last counts. A later `sources` replaces the former. `id` increases with each event; it is the count of UTF-16 units of text
 * sent so far plus the count of events that carry no text, so that any `id` names one exact place of the reply.
 */
export type ReplyEvent =
  | { type: 'delta'; id: number; text: string }
  | { type: 'sources'; id: number; sources: Source[] }
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'usage'; id: number; prompt_tokens: number; completion_tokens: number }
  | { type: 'error'; id: number; code: ErrorCode; error: string }
  | { type: 'done'; id: number; status: ReplyStatus; finish_reason: FinishReason; message_id: string | null }
