import type { Channel } from './channel.ts'
import type { FairQueue } from './fair-queue.ts'
import type { Db } from './schema/index.ts'

export type DatabaseConfig =
  /**
   * Embedded engine, in this process. `dir` is created if missing and locked by this process. `prepared`: directory copied to make a new database, if it
   * exists.
   */
  | { kind: 'embedded'; dir: string; watchdogMs?: number; prepared?: string }
  /** Embedded engine in memory, filled from a tar file made by `copyTo`; nothing survives the process. */
  | { kind: 'memory'; template?: string }
  /** PostgreSQL server, version 15 or later. */
  | { kind: 'postgres'; url: string; poolSize?: number; silenceMs?: number }

export type Database = {
  db: Db
  engine: 'embedded' | 'postgres'
  onBehalfOf: FairQueue['onBehalfOf']
  inBackgroundFor: FairQueue['inBackgroundFor']
  /** Resolves when the database answers. @throws {DatabaseError} `db.unavailable` after `timeoutMs` */
  ping(timeoutMs: number): Promise<void>
  /** Runs `work` without the statement timeout, for migrations and reindexing. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs the start of the process. On the embedded engine a statement may take thirty minutes, and wait as long for its turn: on a busy machine a start is
   * slow, and restarting it would not help.
   */
  whileStarting<T>(work: () => Promise<T>): Promise<T>
  /**
   * Embedded engine only. Copies the database files, between two statements, to a directory that does not exist (in memory: to a tar file). Statements
   * wait until the copy ends, without a timeout.
   */
  copyTo?: (target: string) => Promise<void>
  /** Embedded engine in a directory only. True when its disk is nearly full and writes must be refused. */
  isFull?: () => boolean
  /** Opens a channel between the processes on one server; absent when this process is alone. */
  channel?: () => Channel
  close(): Promise<void>
}
