import { AppError } from '../errors/app-error.ts'

/** Before anything that was ever kept: what names no version of ours matches none. */
const never = '1970-01-01T00:00:00.000Z'

/** The name of a version, for `ETag`: when it was last changed. null where an answer tells no version of one thing. */
export function versionTag(answer: unknown): string | null {
  const updated_at = (answer as { updated_at?: unknown } | null)?.updated_at
  return typeof updated_at === 'string' ? `"${updated_at}"` : null
}

/**
 * The version that `If-Match` asks for, as `expected_updated_at` says it; null where any will do. Of several, the last changed is the
 * only one that may still be kept. A weak tag is taken too: a proxy that compresses answers weakens those that it passes on.
 */
export function expectedVersion(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '*') return null
  const times = [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => Date.parse(tag!)).filter(Number.isFinite)
  return times.length === 0 ? never : new Date(Math.max(...times)).toISOString()
}

/** Does what a call asks for; a version that is no longer kept is said as the header wants it, with 412. */
export async function atVersion<T>(expected: string | null, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (expected !== null && error instanceof AppError && error.code === 'request.stale') throw new AppError('request.precondition', error.details)
    throw error
  }
}

/** The body of a call, which expects that version where it does not say itself which. */
export const withVersion = (body: unknown, expected: string | null): unknown =>
  expected === null || typeof body !== 'object' || body === null || Array.isArray(body) ? body : { expected_updated_at: expected, ...body }
