import type * as z from 'zod/mini'
import { AppError } from './app-error.ts'

const unreadableSentence = 'Ce texte contient des caractères illisibles'

/**
 * Parses a part of the request. A text that the database cannot store (NUL, lone surrogates) is refused whatever the schema.
 * @param allowsUnreadable true when the handler refuses such texts itself
 * @throws {AppError} `request.invalid` with one phrase for each invalid field; the error's sentence is the first phrase
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown, allowsUnreadable = false): z.output<S> {
  const result = schema.safeParse(value, { error: (issue) => validationPhrase(issue) })
  if (result.success) {
    const field = allowsUnreadable ? null : findUnreadable(result.data)
    if (field !== null) throw new AppError('request.invalid', { fields: { [field]: unreadableSentence }, sentence: unreadableSentence })
    return result.data
  }
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = issue.path.length === 0 ? 'corps' : issue.path.map(String).join('.')
    fields[name] ??= issue.message
  }
  const first = Object.values(fields)[0]
  throw new AppError('request.invalid', first === undefined ? { fields } : { fields, sentence: first })
}

/** Finds the first text with a NUL or a lone surrogate, keys included. @returns its path (`messages.0.content`), or null */
function findUnreadable(root: unknown): string | null {
  const pending: [string, unknown][] = [['', root]]
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const [path, value] = item
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return path || 'corps'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes('\0') || !key.isWellFormed()) return path || 'corps'
      pending.push([path === '' ? key : `${path}.${key}`, inner])
    }
  }
  return null
}

type Issue = { code?: string | undefined; expected?: string | undefined; input?: unknown; values?: unknown }

/** Returns the French phrase of a validation issue for which the contract has no message. */
export function validationPhrase(details: object): string {
  const issue = details as Issue
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'Ce champ est obligatoire' : 'Ce champ n’a pas le bon format'
  if (issue.code === 'invalid_value') return 'Cette valeur n’est pas admise'
  if (issue.code === 'too_big') return 'Cette valeur est trop grande'
  if (issue.code === 'too_small') return 'Cette valeur est trop petite'
  return 'Ce champ n’est pas valable'
}
