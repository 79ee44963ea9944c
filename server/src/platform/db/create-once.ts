import { createHash } from 'node:crypto'
import { isUniqueViolation } from './errors.ts'
import { inTransaction } from './retry-transaction.ts'
import type { Db } from './schema/index.ts'

/** Identity of a creation: kind of the row, creator, and idempotency key chosen by the client. */
type CreationKey = { kind: string; person_id: string; client_id: string | undefined }

/**
 * Returns the row id of a creation, a hash of person, kind and client id: the same creation always gives the same id, and another person's cannot collide
 * with it. Undefined without a client id: the database generates one.
 */
export function creationId({ kind, person_id, client_id }: CreationKey): string | undefined {
  if (client_id === undefined) return undefined
  const hex = createHash('sha256').update(`${kind}:${person_id}:${client_id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Creates a row and reads it back in one transaction: when it fails, nothing was created. Called again with the same client id, it returns the existing
 * row as it is now.
 * @param make inserts the row, with `id` if given, and returns its id
 * @param read returns the row as the caller sees it, or null
 * @throws the errors of `make` and `read`
 */
export async function createOnce<T>(
  db: Db,
  creation: CreationKey,
  make: (trx: Db, id: { id?: string }) => Promise<string>,
  read: (db: Db, id: string) => Promise<T | null>,
): Promise<T> {
  const id = creationId(creation)
  try {
    return await inTransaction(db, async (trx) => {
      const existing = id === undefined ? null : await read(trx, id)
      if (existing !== null) return existing
      const created = await read(trx, await make(trx, id === undefined ? {} : { id }))
      if (created === null) throw new TypeError(`a ${creation.kind} that was just created is not found`)
      return created
    })
  } catch (error) {
    // The same creation was sent twice at once, and the other call inserted the row.
    const existing = id !== undefined && isUniqueViolation(error) ? await read(db, id) : null
    if (existing === null) throw error
    return existing
  }
}
