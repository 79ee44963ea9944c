type DatabaseErrorCode = 'db.locked' | 'db.newer' | 'db.migration_failed' | 'db.unreachable' | 'db.unavailable'

/**
 * Failure of the database itself, never of a statement (a failed statement gives the driver's error with its SQLSTATE).
 * `message` is a French sentence without any content of a request: it may be shown and logged.
 * - db.locked: another process holds the embedded directory
 * - db.newer: the database was written by a newer version, or its migrations were edited
 * - db.migration_failed: one migration failed and was rolled back
 * - db.unreachable: the database could not be opened at start
 * - db.unavailable: the database stopped answering; a retry may succeed.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** Builds the error that every waiting or interrupted request receives. */
export function unavailable(cause?: unknown): DatabaseError {
  return new DatabaseError('db.unavailable', 'La base de données ne répond pas. Réessayez dans un instant.', { cause })
}

/** Whether a statement failed because a row with the same key exists (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505'

/** Whether a statement failed because a row that it references is missing, or because other rows reference the one it deletes (SQLSTATE 23503). */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

/**
 * Whether a transaction was rolled back in favour of a concurrent one: a deadlock (SQLSTATE 40P01) or a serialization failure (40001). It may be run
 * again.
 */
export const isRolledBackByConflict = (error: unknown): boolean => sqlState(error) === '40P01' || isSerializationFailure(error)

/** Whether a transaction failed because a concurrent one took what it relied on (SQLSTATE 40001, serialization failure). */
export const isSerializationFailure = (error: unknown): boolean => sqlState(error) === '40001'

/** Whether a retry would fail in the same way: data exception (SQLSTATE class 22) or integrity constraint violation (class 23). */
export const isPermanentFailure = (error: unknown): boolean => /^2[23]...$/.test(String(sqlState(error)))

function sqlState(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
