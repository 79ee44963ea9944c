import * as z from 'zod/mini'
import { limits, removeInvisible } from './constants.ts'

export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Identifiant inconnu'))
export const idParams = z.object({ id })
export const timestamp = z.string()
export const nullableTimestamp = z.nullable(timestamp)

// NUL cannot be stored, and lone surrogates cannot be encoded: refused before they reach the database.
const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), 'Ce texte contient des caractères illisibles')

const tooLong = (max: number) => `${new Intl.NumberFormat('fr-FR').format(max)} caractères au plus`

/** Something can be seen: a text of invisible characters alone is blank. */
const visible = (sentence: string) => z.refine<string>((value) => removeInvisible(value).trim() !== '', sentence)

/** A text that may be empty. */
export function text(max: number, sentence = tooLong(max)) {
  return z.string('Ce champ est un texte').check(z.maxLength(max, sentence), storable)
}

/** Drawn by who calls, for what they send: the same never makes two. */
export const clientId = text(100).check(z.minLength(1, 'Ce champ est obligatoire'))

/** Drawn by the client for a creation: sent again with the same one, it gives what was created. */
export const creationKey = { client_id: z.optional(id) }

const oneLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Ce champ tient sur une seule ligne')

/** A text of one line, that may be empty: it stands in a list, in a sentence. */
export function line(max: number) {
  return text(max).check(oneLine)
}

/** A text of which something must remain once trimmed. It is kept trimmed. */
export function requiredText(max: number, sentence = 'Ce champ est obligatoire') {
  return z.string(sentence).check(z.trim(), z.minLength(1, sentence), z.maxLength(max, tooLong(max)), visible(sentence), storable)
}

/** A text of one line of which something must remain once trimmed. It is kept trimmed. */
export function requiredLine(max: number, sentence?: string) {
  return requiredText(max, sentence).check(oneLine)
}

/** A text kept exactly as typed, but not blank. */
export function verbatimText(max: number, sentence = 'Ce champ est obligatoire') {
  return z.string(sentence).check(z.maxLength(max, tooLong(max)), storable, visible(sentence))
}

export const email = z
  .string('L’adresse e-mail est obligatoire')
  .check(
    z.overwrite(removeInvisible),
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'L’adresse e-mail est obligatoire'),
    z.maxLength(limits.email, 'Cette adresse e-mail est trop longue'),
    z.regex(/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/, 'Cette adresse e-mail n’est pas valable'),
    storable,
  )

/** Passwords are never trimmed nor folded (ASVS V6.2.8): only bounded. Their strength is judged by the server's policy. */
export const password = z
  .string('Le mot de passe est obligatoire')
  .check(
    z.minLength(1, 'Le mot de passe est obligatoire'),
    z.maxLength(limits.password, `Le mot de passe est limité à ${limits.password} caractères`),
    storable,
  )

const clamp = (value: string | undefined, fallback: number, max: number) => {
  const number = Math.trunc(Number(value))
  return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback
}

/** A page number or a page size read from the query: anything absurd falls back, nothing exceeds `max`. */
export function counter(fallback: number, max: number) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((value) => clamp(value, fallback, max)),
  )
}

/** `1`, `true`, `0`, `false` in a query. */
export const queryFlag = z.pipe(
  z.enum(['1', 'true', '0', 'false'], 'Valeur attendue : 1 ou 0'),
  z.transform((value) => value === '1' || value === 'true'),
)

/** What the model read and wrote. Of `uncounted` of the `replies` it is an estimate: the model did not count, or they were interrupted. */
export const tokenCount = z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), replies: z.number(), uncounted: z.number() })
export type TokenCount = z.infer<typeof tokenCount>

// A database has no year 0, no hour that is sixteen from Greenwich or more, and reads no endless fraction of a second.
const isKeepable = (value: string) => /^(?!0000).{16,29}(Z|[+-](0\d|1[0-5]):\d\d)$/.test(value)

/** An instant, as an answer said it. */
export const instant = z.iso.datetime({ offset: true, error: 'Date attendue' }).check(z.refine<string>(isKeepable, 'Date attendue'))

/**
 * When what is to be changed was last changed, as it was read: a change kept since then refuses this one (`request.stale`). Without it
 * nothing is checked.
 */
export const expectedUpdate = z.optional(instant)

export const messageAnswer = z.object({ message: z.string() })
