import * as z from 'zod/mini'
import { id } from '../../common.ts'
import { isDay } from '../../days.ts'

const daySentence = 'Cette date n’existe pas. Écrivez-la ainsi\u00a0: 2026-02-28'

/** Day in Paris, `YYYY-MM-DD`. */
export const day = z.string(daySentence).check(z.refine<string>(isDay, daySentence))
export type Day = string

/** Field of a form that may be left empty: an empty text counts as null. */
const optionalInForm = <Schema extends z.ZodMiniType<string, string>>(schema: Schema) =>
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.pipe(
      z.transform((value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)),
      z.optional(z.nullable(schema)),
    ),
  )

/**
 * Dates of a document, given by a person. Null removes a date. `valid_until` is the last day in force. `supersedes_id`: the version that this one replaces
 * from `valid_from` on, by default today.
 */
export const validityInput = {
  valid_from: optionalInForm(day),
  valid_until: optionalInForm(day),
  review_by: optionalInForm(day),
  supersedes_id: optionalInForm(id),
}

/** Whether dates given together are in order. */
export const areDatesInOrder = ({ valid_from, valid_until }: { valid_from?: string | null | undefined; valid_until?: string | null | undefined }): boolean =>
  !valid_from || !valid_until || valid_until >= valid_from

export const validUntilSentence = 'La fin de validité précède le début'

/** Dates of a document, as the list gives them. */
export const validity = z.object({
  /** First day in force; null when unknown. */
  valid_from: z.nullable(z.string()),
  /** Last day in force, included; null for none. */
  valid_until: z.nullable(z.string()),
  /** Last day before which the document must be checked again; null for none. */
  review_by: z.nullable(z.string()),
  /** The version that this one replaces. */
  supersedes_id: z.nullable(id),
  /** Date of the version, as stated in the document; null when unknown. */
  version_date: z.nullable(z.string()),
  /** Last day in force: `valid_until`, or the day before the next version. */
  in_force_until: z.nullable(z.string()),
  /** Id of the version that replaces this one; null for none, and when the reader may not read it. */
  superseded_by_id: z.nullable(id),
  /** First day of the version that replaces this one, even in the future; null for none. */
  superseded_on: z.nullable(z.string()),
  /** Today: `a_venir` before `valid_from`, `remplace` once the next version is in force, `expire` after `valid_until`. */
  force: z.enum(['en_vigueur', 'a_venir', 'remplace', 'expire']),
  /** `review_by` is past. */
  review_due: z.boolean(),
})
export type Validity = z.infer<typeof validity>

/** Field of a document that a proposal fills. */
const dateField = z.enum(['valid_from', 'valid_until'])

/** A date read in the text or the name of a document, for a person to confirm. */
export const dateProposal = z.object({
  field: dateField,
  day: z.string(),
  /** Words that the date was read from. */
  quote: z.string(),
})
export type DateProposal = z.infer<typeof dateProposal>

/** A document that another one may replace. */
export const formerProposal = z.object({
  document_id: id,
  original_filename: z.string(),
  valid_from: z.nullable(z.string()),
  /** Words by which the document says that it replaces another; null when only the titles are alike. */
  quote: z.nullable(z.string()),
})
export type FormerProposal = z.infer<typeof formerProposal>
