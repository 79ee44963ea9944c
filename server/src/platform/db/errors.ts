export type DatabaseErrorCode = 'db.locked' | 'db.newer' | 'db.migration_failed' | 'db.unreachable' | 'db.unavailable'

/**
 * A fault of the database itself, never of a statement (those keep the driver's error and its SQLSTATE).
 * `message` is a French sentence without any content of a request: it may be shown and logged.
 * - db.locked: another process holds the embedded directory
 * - db.newer: the database was written by a newer version, or its migrations were edited
 * - db.migration_failed: one migration failed and was undone
 * - db.unreachable: the database could not be opened at start
 * - db.unavailable: it answered before and does not now; trying again is sensible.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The error every waiting or interrupted request receives. */
export function unavailable(cause?: unknown): DatabaseError {
  return new DatabaseError('db.unavailable', 'La base de données ne répond pas. Réessayez dans un instant.', { cause })
}

/** A statement was refused because a row with the same key is there (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505'

/** A statement was refused because a row that it names is gone, or is named by others (SQLSTATE 23503). */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

/** A transaction was undone for the sake of others: it waited for one that waited for it (SQLSTATE 40P01), or what it counted on is gone (40001). */
export const gaveWay = (error: unknown): boolean => sqlState(error) === '40P01' || isTaken(error)

/** What a transaction counted on was taken by another meanwhile (SQLSTATE 40001). */
export const isTaken = (error: unknown): boolean => sqlState(error) === '40001'

/** A value or a rule is refused, not a moment: the same statement will be again (SQLSTATE classes 22, data exception, and 23, integrity constraint). */
export const isRefusedForGood = (error: unknown): boolean => /^2[23]...$/.test(String(sqlState(error)))

function sqlState(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
