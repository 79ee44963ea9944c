import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Log } from '../log.ts'
import { openChannel, type Channel } from './channel.ts'
import { lockDirectory, type DirectoryLock } from './embedded/directory-lock.ts'
import { watchDiskRoom } from './embedded/disk-room.ts'
import { startEngine, type Engine } from './embedded/engine.ts'
import { startMaintenance } from './embedded/maintenance.ts'
import { DatabaseError, unavailable } from './errors.ts'
import { createFairTurns, type FairTurns } from './fair-turns.ts'
import { createDialect } from './pool.ts'
import { readServer, whyRefused, whyUnfit } from './postgres-server.ts'
import type { Db, Schema } from './schema/index.ts'

export { migrate, refuseNewer, wasApplied } from './migrate.ts'
export type { Migration } from './migrate.ts'
export { DatabaseError } from './errors.ts'
export type { DatabaseErrorCode } from './errors.ts'

export type DatabaseConfig =
  /** The engine inside this process; `dir` is made when absent and belongs to it alone. `prepared`: the files that a new one is a copy of, where they are there. */
  | { kind: 'embedded'; dir: string; watchdogMs?: number; prepared?: string }
  /** The same engine without files, filled from a tarball made by `copyTo`; nothing survives it. */
  | { kind: 'memory'; template?: string }
  /** A PostgreSQL 15+ server. */
  | { kind: 'postgres'; url: string; poolSize?: number; silenceMs?: number }

export type Database = {
  db: Db
  engine: 'embedded' | 'postgres'
  onBehalfOf: FairTurns['onBehalfOf']
  inBackgroundFor: FairTurns['inBackgroundFor']
  /** Resolves when the database answers; throws db.unavailable when it did not in `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>
  /** Runs `work` without the time limit of ordinary statements: migrations, reindexing. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs the start of the process. On the embedded engine its statements may each take thirty minutes, and wait as long for
   * the session: on a busy machine a start is slow, and gains nothing by beginning again.
   */
  whileStarting<T>(work: () => Promise<T>): Promise<T>
  /**
   * Embedded engine only: copies the files as they are between two statements to a directory that does not exist
   * (memory: to a tar file). Statements wait for the duration of the copy, however long, not of what is done with it.
   */
  copyTo?: (target: string) => Promise<void>
  /** Embedded engine in a directory only: so little room is left on its disk that nothing more should be accepted. */
  isFull?: () => boolean
  /** Between the processes on one server; absent where this process is alone. */
  channel?: () => Channel
  close(): Promise<void>
}

/** How long a request waits for a connection, in milliseconds, before db.unavailable. */
const CONNECTION_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** A statement that waits this long for another's lock is refused: its caller may try again, its connection serves others. */
const LOCK_TIMEOUT_MS = 5_000
/** After the server's own limit: only a server that does not answer at all gets this far. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 3_000
const IDLE_IN_TRANSACTION_MS = 60_000

/**
 * Connects, and takes the directory of an embedded base for this process. Does not migrate.
 * Throws db.locked (another process holds the directory) or db.unreachable.
 */
export async function openDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  switch (config.kind) {
    case 'postgres':
      return await openPostgres(config, log)
    case 'memory':
      return embeddedDatabase(await startEngine({ storage: config, watchdogMs: STATEMENT_TIMEOUT_MS }, log), log)
    case 'embedded':
      return await openEmbedded(config, log)
  }
}

async function openEmbedded(config: Extract<DatabaseConfig, { kind: 'embedded' }>, log: Log): Promise<Database> {
  const lock = await takeDirectory(config.dir)
  const { prepared } = config
  const storage = { kind: 'directory', dir: dataDirectory(config.dir), ...(prepared !== undefined && { prepared }) } as const
  const room = watchDiskRoom(config.dir, log)
  const options = { storage, watchdogMs: config.watchdogMs ?? STATEMENT_TIMEOUT_MS, makeRoom: room.spendReserve }
  const engine = await startEngine(options, log).catch(async (error: unknown) => {
    room.stop()
    await lock.release()
    throw error
  })
  const database = embeddedDatabase(engine, log)
  const maintenance = startMaintenance(database, log, join(config.dir, 'entretien'))
  return {
    ...database,
    isFull: room.isShort,
    close: async () => {
      maintenance.stop()
      room.stop()
      await database.close()
      await lock.release()
    },
  }
}

async function takeDirectory(dir: string): Promise<DirectoryLock> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return await lockDirectory(dir)
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw new DatabaseError('db.unreachable', `Le dossier ${dir} ne peut pas recevoir la base de données.`, { cause })
  }
}

/** Where, inside the directory of the configuration, PostgreSQL's own files are. */
export function dataDirectory(dir: string): string {
  return join(dir, 'pgdata')
}

/** One session serves everyone in turn: the pool is its queue. Closing it closes the engine. */
export function embeddedDatabase(engine: Engine, log: Log): Database {
  const turns = createFairTurns(1, CONNECTION_TIMEOUT_MS)
  const dialect = createDialect(
    {
      max: 1,
      turns,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      stream: () => engine.stream() as never,
    },
    log,
  )
  const db = new Kysely<Schema>({ dialect })
  return {
    db,
    engine: 'embedded',
    onBehalfOf: turns.onBehalfOf,
    inBackgroundFor: turns.inBackgroundFor,
    ping: (timeoutMs) => ping(db, timeoutMs),
    patiently: (work) => engine.patiently(() => work(db)),
    whileStarting: (work) => turns.whileAllWait(() => engine.patiently(work)),
    copyTo: (target) => turns.whileAllWait(() => engine.copyTo(target)),
    close: async () => {
      await db.destroy()
      await engine.close()
    },
  }
}

async function openPostgres(config: { url: string; poolSize?: number; silenceMs?: number }, log: Log): Promise<Database> {
  const server = {
    connectionString: config.url,
    application_name: 'parvis',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // Compiling a statement takes a few tenths of a second, ours a few milliseconds.
    options: '-c timezone=UTC -c jit=off',
  }
  const connections = config.poolSize ?? 10
  const turns = createFairTurns(connections, CONNECTION_TIMEOUT_MS)
  const dialect = createDialect(
    {
      ...server,
      max: connections,
      turns,
      silenceMs: config.silenceMs ?? SILENCE_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
    log,
  )
  const db = new Kysely<Schema>({ dialect })
  const refuse = async (why: string, cause?: unknown): Promise<never> => {
    await db.destroy()
    throw new DatabaseError('db.unreachable', `Le serveur PostgreSQL indiqué par DATABASE_URL ${why}.`, { cause })
  }
  const unfit = await ping(db, CONNECTION_TIMEOUT_MS)
    .then(() => readServer(db))
    .then(whyUnfit)
    .catch((cause: unknown) => refuse(whyRefused(cause), cause))
  if (unfit !== null) await refuse(unfit)
  return {
    db,
    engine: 'postgres',
    onBehalfOf: turns.onBehalfOf,
    inBackgroundFor: turns.inBackgroundFor,
    ping: (timeoutMs) => ping(db, timeoutMs),
    patiently: async (work) => {
      const unlimited = new Kysely<Schema>({ dialect: createDialect({ ...server, max: 1, turns: createFairTurns(1, CONNECTION_TIMEOUT_MS) }, log) })
      try {
        return await work(unlimited)
      } finally {
        await unlimited.destroy()
      }
    },
    whileStarting: (work) => work(),
    channel: () => openChannel(server, log),
    close: () => db.destroy(),
  }
}

async function ping(db: Db, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error(`no answer in ${timeoutMs} ms`))), timeoutMs)
  })
  try {
    await Promise.race([sql`select 1`.execute(db), late])
  } finally {
    clearTimeout(timer)
  }
}
