import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Log } from '../log.ts'
import { openChannel } from './channel.ts'
import { lockDirectory, type DirectoryLock } from './embedded/directory-lock.ts'
import { watchDiskSpace } from './embedded/disk-space.ts'
import { startEngine, type Engine } from './embedded/engine.ts'
import { startMaintenance } from './embedded/maintenance.ts'
import { DatabaseError, unavailable } from './errors.ts'
import { createFairQueue } from './fair-queue.ts'
import { createDialect } from './pool.ts'
import { readServer, connectionFailureReason, unsupportedServerReason } from './postgres-server.ts'
import type { Db, Schema } from './schema/index.ts'
import type { DatabaseConfig, Database } from './types.ts'

/** Timeout for getting a connection, in milliseconds, before `db.unavailable`. */
const CONNECTION_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** A statement that waits longer for a lock, in milliseconds, is refused: its caller may retry, and its connection serves others. */
const LOCK_TIMEOUT_MS = 5_000
/** Longer than the server's own statement timeout: reached only by a server that does not answer at all. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 3_000
const IDLE_IN_TRANSACTION_MS = 60_000

/**
 * Connects, and locks the directory of an embedded database for this process. Does not migrate.
 * @throws {DatabaseError} `db.locked` (another process holds the directory) or `db.unreachable`
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
  const lock = await lockDatabaseDirectory(config.dir)
  const { prepared } = config
  const storage = { kind: 'directory', dir: dataDirectory(config.dir), ...(prepared !== undefined && { prepared }) } as const
  const diskSpace = watchDiskSpace(config.dir, log)
  const options = { storage, watchdogMs: config.watchdogMs ?? STATEMENT_TIMEOUT_MS, freeDiskSpace: diskSpace.freeReserve }
  const engine = await startEngine(options, log).catch(async (error: unknown) => {
    diskSpace.stop()
    await lock.release()
    throw error
  })
  const database = embeddedDatabase(engine, log)
  const maintenance = startMaintenance(database, log, join(config.dir, 'entretien'))
  return {
    ...database,
    isFull: diskSpace.isNearlyFull,
    close: async () => {
      maintenance.stop()
      diskSpace.stop()
      await database.close()
      await lock.release()
    },
  }
}

async function lockDatabaseDirectory(dir: string): Promise<DirectoryLock> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return await lockDirectory(dir)
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw new DatabaseError('db.unreachable', `Le dossier ${dir} ne peut pas recevoir la base de données.`, { cause })
  }
}

/** Returns the path of PostgreSQL's own files in the configured directory. */
export function dataDirectory(dir: string): string {
  return join(dir, 'pgdata')
}

/**
 * Wraps the embedded engine. It has one session, so the pool has one connection, and its fair queue serves requests in turn. Closing the database closes
 * the engine.
 */
export function embeddedDatabase(engine: Engine, log: Log): Database {
  const turns = createFairQueue(1, CONNECTION_TIMEOUT_MS)
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
    patiently: (work) => engine.withoutTimeout(() => work(db)),
    whileStarting: (work) => turns.suspendTimeouts(() => engine.withoutTimeout(work)),
    copyTo: (target) => turns.suspendTimeouts(() => engine.copyTo(target)),
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
    // JIT compilation takes a few tenths of a second; our statements take a few milliseconds. The last two are of pgvector, and say nothing without it.
    options: '-c timezone=UTC -c jit=off -c hnsw.ef_search=400 -c hnsw.iterative_scan=strict_order',
  }
  const connections = config.poolSize ?? 10
  const turns = createFairQueue(connections, CONNECTION_TIMEOUT_MS)
  const dialect = createDialect(
    {
      ...server,
      max: connections,
      turns,
      // Connections stay open: when many questions follow a rest, opening ten and planning their statements takes a second.
      idleTimeoutMillis: 0,
      unresponsiveMs: config.silenceMs ?? SILENCE_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
    log,
  )
  const db = new Kysely<Schema>({ dialect })
  const refuse = async (reason: string, cause?: unknown): Promise<never> => {
    await db.destroy()
    throw new DatabaseError('db.unreachable', `Le serveur PostgreSQL indiqué par DATABASE_URL ${reason}.`, { cause })
  }
  const unfit = await ping(db, CONNECTION_TIMEOUT_MS)
    .then(() => readServer(db))
    .then(unsupportedServerReason)
    .catch((cause: unknown) => refuse(connectionFailureReason(cause), cause))
  if (unfit !== null) await refuse(unfit)
  return {
    db,
    engine: 'postgres',
    onBehalfOf: turns.onBehalfOf,
    inBackgroundFor: turns.inBackgroundFor,
    ping: (timeoutMs) => ping(db, timeoutMs),
    patiently: async (work) => {
      const unlimited = new Kysely<Schema>({ dialect: createDialect({ ...server, max: 1, turns: createFairQueue(1, CONNECTION_TIMEOUT_MS) }, log) })
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
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error(`no answer in ${timeoutMs} ms`))), timeoutMs)
  })
  try {
    await Promise.race([sql`select 1`.execute(db), timeout])
  } finally {
    clearTimeout(timer)
  }
}
