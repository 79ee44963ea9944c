import { setTimeout as wait } from 'node:timers/promises'
import { gaveWay } from './errors.ts'
import type { Db } from './schema/index.ts'

const tries = 4
const longestWaitMs = 30

/**
 * Runs `work` again, four times in all, when a deadlock or a serialization failure rolled it back. `work` is one statement or one transaction, without
 * effects outside the database. Most deadlocks are avoided by the order of row locks: a person, their row of `throttle`, a conversation, its messages, the
 * rows that triggers and the ledger write, files by id.
 * @throws the error of the last attempt
 */
export async function runAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === tries || !gaveWay(error)) throw error
      // A random delay, so that both transactions do not collide again.
      await wait(Math.random() * longestWaitMs * attempt)
    }
  }
}

/** Runs a transaction without effects outside the database, with the retries of `runAgain`. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => runAgain(() => db.transaction().execute(work))
