import { AppError } from '../errors/app-error.ts'

/** Date earlier than any row: it matches no version. */
const noVersion = '1970-01-01T00:00:00.000Z'

/** Returns the `ETag` of an answer: its `updated_at`, quoted. Null when the answer has none. */
export function versionTag(answer: unknown): string | null {
  const updated_at = (answer as { updated_at?: unknown } | null)?.updated_at
  return typeof updated_at === 'string' ? `"${updated_at}"` : null
}

/**
 * Converts `If-Match` to an `expected_updated_at`; null when any version matches. Of several tags, only the latest can still be current. Weak tags are
 * accepted: a proxy that compresses answers weakens the tags that it forwards.
 */
export function expectedVersion(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '*') return null
  const times = [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => Date.parse(tag!)).filter(Number.isFinite)
  return times.length === 0 ? noVersion : new Date(Math.max(...times)).toISOString()
}

/** Runs a call. With `If-Match`, a failed optimistic lock becomes `request.precondition` (412), as the header requires. */
export async function withPrecondition<T>(expected: string | null, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (expected !== null && error instanceof AppError && error.code === 'request.stale') throw new AppError('request.precondition', error.details)
    throw error
  }
}

/** Adds the expected version to the body of a call, unless the body gives its own. */
export const withExpectedVersion = (body: unknown, expected: string | null): unknown =>
  expected === null || typeof body !== 'object' || body === null || Array.isArray(body) ? body : { expected_updated_at: expected, ...body }
