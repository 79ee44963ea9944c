import { setTimeout as wait } from 'node:timers/promises'
import { isRolledBackByConflict } from './errors.ts'
import type { Db } from './schema/index.ts'

const maxAttempts = 4
const maxDelayMs = 30

/**
 * Runs `work` again, four times in all, when a deadlock or a serialization failure rolled it back. `work` is one statement or one transaction, without
 * effects outside the database. Most deadlocks are avoided by the order of row locks: a person, their row of `throttle`, a conversation, its messages, the
 * rows that triggers and the ledger write, files by id.
 * @throws the error of the last attempt
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !isRolledBackByConflict(error)) throw error
      // A random delay, so that both transactions do not collide again.
      await wait(Math.random() * maxDelayMs * attempt)
    }
  }
}

/** Runs a transaction without effects outside the database, with the retries of `withRetries`. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => withRetries(() => db.transaction().execute(work))
