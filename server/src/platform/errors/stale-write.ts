import type { Route } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from './app-error.ts'

/** Whether the body of a route has the optimistic-lock field `expected_updated_at`. */
export const hasOptimisticLock = ({ body, multipart }: Route): boolean =>
  !multipart && 'expected_updated_at' in ((body as { shape?: object } | undefined)?.shape ?? {})

/** Row to be changed, locked by the caller's transaction. */
type LockedRow = { updated_at: string }

/** Last author of a row: display name, null if unknown, and whether it is the caller. */
export type LastAuthor = { by: string | null; is_own: boolean }

/**
 * Checks the optimistic lock of a write. Without `expectedUpdatedAt`, no check.
 * @param expectedUpdatedAt `updated_at` as the caller read it
 * @throws {AppError} `request.stale`, with the current row and its last author
 */
export async function assertUnchanged(expectedUpdatedAt: string | undefined, row: LockedRow, author: () => Promise<LastAuthor>): Promise<void> {
  if (expectedUpdatedAt === undefined || Date.parse(expectedUpdatedAt) === Date.parse(row.updated_at)) return
  throw new AppError('request.stale', { changed: { at: row.updated_at, ...(await author()), current: { ...row } } })
}

/**
 * Returns the new `updated_at` of a row: `now`, or one millisecond after `before` if that is later, so that the value always increases even if the clock
 * goes back.
 */
export function nextUpdate(now: Date, before: string): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1))
}

/** SQL of the new `updated_at`, as `nextUpdate` computes it, for a row that was not read first. */
export const nextUpdateSql = (now: Date) => sql<string>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
