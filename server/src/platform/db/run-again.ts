import { setTimeout as wait } from 'node:timers/promises'
import { gaveWay } from './errors.ts'
import type { Db } from './schema/index.ts'

const tries = 4
const longestWaitMs = 30

/**
 * Runs again what the database undid for another's sake: one of two that waited for each other, or that found taken what it counted on. Only for
 * one statement, or one transaction, that does nothing outside of the database: it begins anew. Most are avoided by the order in which rows are
 * locked: a person, their row of `throttle`, a conversation, its messages, then what triggers and the ledger write, files by their id.
 * @throws what the last try does
 */
export async function runAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === tries || !gaveWay(error)) throw error
      // Not in step with the other.
      await wait(Math.random() * longestWaitMs * attempt)
    }
  }
}

/** A transaction that does nothing outside of the database, run again as `runAgain` does. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => runAgain(() => db.transaction().execute(work))
