import type { Route } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from './app-error.ts'

/** Whether a call says what it changes the version of: its body takes `expected_updated_at`. */
export const takesVersion = ({ body, multipart }: Route): boolean =>
  !multipart && 'expected_updated_at' in ((body as { shape?: object } | undefined)?.shape ?? {})

/** A row that is about to change, held by the caller's transaction. */
type Held = { updated_at: string }

/** Who changed it last, as far as that is known. */
export type LastAuthor = { by: string | null; is_own: boolean }

/**
 * Refuses a change made on what is no longer kept, and says what is. Without `expected` nothing is checked.
 * @param expected `updated_at` as the caller read it
 * @throws {AppError} `request.stale`
 */
export async function requireUnchanged(expected: string | undefined, held: Held, author: () => Promise<LastAuthor>): Promise<void> {
  if (expected === undefined || Date.parse(expected) === Date.parse(held.updated_at)) return
  throw new AppError('request.stale', { changed: { at: held.updated_at, ...(await author()), current: { ...held } } })
}

/** When a row is changed that was last changed `before`: never the same instant twice, nor an earlier one, whatever the clock does. */
export function nextUpdate(now: Date, before: string): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1))
}

/** The same, where a row is changed without having been read. */
export const updatedAfter = (now: Date) => sql<string>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
