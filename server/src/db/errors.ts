export type DatabaseErrorCode = 'db.locked' | 'db.newer' | 'db.migration_failed' | 'db.unreachable' | 'db.unavailable'

/**
 * A fault of the database itself, never of a statement (those keep the driver's error and its SQLSTATE).
 * `message` is a French sentence without any content of a request: it may be shown and logged.
 * - db.locked: another process holds the embedded directory
 * - db.newer: the base was written by a newer version, or its migrations were edited
 * - db.migration_failed: one migration failed and was undone
 * - db.unreachable: the base could not be opened at start
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

/** What the data engine writes to; the shape of pino and of fastify's logger. */
export type DbLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
