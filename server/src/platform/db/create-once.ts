import { createHash } from 'node:crypto'
import { isUniqueViolation } from './errors.ts'
import { inTransaction } from './run-again.ts'
import type { Db } from './schema/index.ts'

/** Creator, kind of the thing created, and the id that the client drew for it. */
type Creation = { kind: string; person_id: string; client_id: string | undefined }

/**
 * Id of the row that a creation makes: the same for the same person, kind and client id, and of no use to anybody else. Undefined without a client id:
 * the database draws one.
 */
export function creationId({ kind, person_id, client_id }: Creation): string | undefined {
  if (client_id === undefined) return undefined
  const hex = createHash('sha256').update(`${kind}:${person_id}:${client_id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Creates a row and reads it back in one transaction: a creation that is answered with an error was not done. Sent again with the same client id, it
 * gives the row that was created, as it is now.
 * @param make inserts the row, under `id` where there is one, and gives its id
 * @param read gives the row as the caller sees it, or null
 * @throws what `make` and `read` throw
 */
export async function createOnce<T>(
  db: Db,
  creation: Creation,
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
    // The same creation, sent twice at once: the other one made it.
    const existing = id !== undefined && isUniqueViolation(error) ? await read(db, id) : null
    if (existing === null) throw error
    return existing
  }
}
