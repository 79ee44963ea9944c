import * as z from 'zod/mini'
import { removeInvisible } from './constants.ts'
import { limits } from './limits.ts'
import { passwordRequired, tooLongSentence, userRules } from './field-rules.ts'

export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Identifiant inconnu'))
export const idParams = z.object({ id })
export const timestamp = z.string()
export const nullableTimestamp = z.nullable(timestamp)

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 form: refuse both before the database does.
const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), 'Ce texte contient des caractères illisibles')

/** Requires a visible character: a text of invisible characters only counts as blank. */
const hasVisibleText = (sentence: string) => z.refine<string>((value) => removeInvisible(value).trim() !== '', sentence)

export function text(max: number, sentence = tooLongSentence(max)) {
  return z.string('Ce champ est un texte').check(z.maxLength(max, sentence), storable)
}

/** Idempotency key chosen by the client for one message or one upload: sending it again creates nothing more. */
export const clientId = text(100).check(z.minLength(1, 'Ce champ est obligatoire'))

/** Idempotency key of a creation: a second call with the same `client_id` returns what the first one created. */
export const creationKey = { client_id: z.optional(id) }

const oneLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Ce champ tient sur une seule ligne')

/** Single-line text, possibly empty. */
export function line(max: number) {
  return text(max).check(oneLine)
}

/** Required text. Trimmed, and stored trimmed. */
export function requiredText(max: number, sentence = 'Ce champ est obligatoire') {
  return z.string(sentence).check(z.trim(), z.minLength(1, sentence), z.maxLength(max, tooLongSentence(max)), hasVisibleText(sentence), storable)
}

/** Required single-line text. Trimmed, and stored trimmed. */
export function requiredLine(max: number, sentence?: string) {
  return requiredText(max, sentence).check(oneLine)
}

/** Required text stored exactly as typed, without trimming. */
export function verbatimText(max: number, sentence = 'Ce champ est obligatoire') {
  return z.string(sentence).check(z.maxLength(max, tooLongSentence(max)), storable, hasVisibleText(sentence))
}

export const email = z
  .string(userRules.email.required)
  .check(
    z.overwrite(removeInvisible),
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, userRules.email.required),
    z.maxLength(userRules.email.max, 'Cette adresse e-mail est trop longue'),
    z.regex(/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/, 'Cette adresse e-mail n’est pas valable'),
    storable,
  )

/** Password, never trimmed nor case-folded (ASVS V6.2.8). Only the length is bounded here; the server's policy judges its strength. */
export const password = z
  .string(passwordRequired)
  .check(z.minLength(1, passwordRequired), z.maxLength(limits.password, `Le mot de passe est limité à ${limits.password} caractères`), storable)

const clamp = (value: string | undefined, fallback: number, max: number) => {
  const number = Math.trunc(Number(value))
  return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback
}

/** Page number or page size from the query string. Missing or invalid: `fallback`. Above `max`: `max`. */
export function clampedInteger(fallback: number, max: number) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((value) => clamp(value, fallback, max)),
  )
}

/** Boolean of a query string, written `1`, `true`, `0` or `false`. */
export const queryFlag = z.pipe(
  z.enum(['1', 'true', '0', 'false'], 'Valeur attendue : 1 ou 0'),
  z.transform((value) => value === '1' || value === 'true'),
)

/**
 * Tokens read and written by the model for a number of replies. For `uncounted` of those `replies` the figure is an estimate: the model gave no count, or
 * the reply was interrupted.
 */
export const tokenCount = z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), replies: z.number(), uncounted: z.number() })
export type TokenCount = z.infer<typeof tokenCount>

// PostgreSQL has no year 0 and no UTC offset of 16 hours or more. The bounded length also limits the fraction of a second.
const isStorableInstant = (value: string) => /^(?!0000).{16,29}(Z|[+-](0\d|1[0-5]):\d\d)$/.test(value)

/** ISO 8601 date and time with an offset, as an answer gave it. */
export const instant = z.iso.datetime({ offset: true, error: 'Date attendue' }).check(z.refine<string>(isStorableInstant, 'Date attendue'))

/** Optimistic lock: the `updated_at` that the caller read. If the row has another one now, the call is refused with `request.stale`. Omitted: no check. */
export const expectedUpdate = z.optional(instant)

export const messageAnswer = z.object({ message: z.string() })

/** Default number of rows of a page. */
const defaultPageSize = 30

const maxPageSize = 100

/**
 * Maximum length of a cursor, in characters. A cursor holds the sort value of a row: a name of about sixty letters, each of which may expand to eighteen
 * characters of two bytes when it is normalised.
 */
const maxCursorLength = 4_000

/** Query parameters of a paged list. `cursor` is the `next_cursor` of the previous page. */
export const pageQuery = { limit: clampedInteger(defaultPageSize, maxPageSize), cursor: z.optional(text(maxCursorLength)) }

/** Schema of a page of a list. `next_cursor` is null on the last page. `total` is the number of rows of the whole list, null after the first page. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), next_cursor: z.nullable(z.string()), total: z.nullable(z.number()) })
