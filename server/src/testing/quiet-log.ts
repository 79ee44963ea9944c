import type { DbLog } from '../db/database.ts'

/** A log for tests that expect nothing of it. */
export const quietLog: DbLog = { info: () => {}, warn: () => {}, error: () => {} }
