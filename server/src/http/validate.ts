import type * as z from 'zod/mini'
import { AppError } from '../app-error.ts'

type Issue = { code?: string | undefined; expected?: string | undefined; input?: unknown; values?: unknown }

/** French phrases for what the contract's own messages do not say. */
function phrase(issue: Issue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'Ce champ est obligatoire' : 'Ce champ n’a pas le bon format'
  if (issue.code === 'invalid_value') return 'Cette valeur n’est pas admise'
  if (issue.code === 'too_big') return 'Cette valeur est trop grande'
  if (issue.code === 'too_small') return 'Cette valeur est trop petite'
  return 'Ce champ n’est pas valable'
}

/**
 * Parses a part of the request.
 * @throws {AppError} `request.invalid` with one phrase per refused field; the answer's sentence is the first phrase.
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: (issue) => phrase(issue as Issue) })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = issue.path.length === 0 ? 'corps' : issue.path.map(String).join('.')
    fields[name] ??= issue.message
  }
  const first = Object.values(fields)[0]
  throw new AppError('request.invalid', first === undefined ? { fields } : { fields, sentence: first })
}
