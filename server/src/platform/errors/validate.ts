import type * as z from 'zod/mini'
import { AppError } from './app-error.ts'
import { validationPhrase } from './validation-phrase.ts'

/**
 * Parses a part of the request.
 * @throws {AppError} `request.invalid` with one phrase per refused field; the answer's sentence is the first phrase.
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: (issue) => validationPhrase(issue) })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = issue.path.length === 0 ? 'corps' : issue.path.map(String).join('.')
    fields[name] ??= issue.message
  }
  const first = Object.values(fields)[0]
  throw new AppError('request.invalid', first === undefined ? { fields } : { fields, sentence: first })
}
