import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseError, unavailable } from './errors.ts'
import type { FairQueue } from './fair-queue.ts'

const { builtins } = pg.types
/** OIDs of array types that are missing from the driver's list. */
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009

/** SQLSTATEs about the server, not the statement: connection lost, shutdown, disk full, timeout, lock timeout. */
const UNAVAILABLE_STATES = /^(08|53(?!100)|57P|57014|55P03|58)/

const asText = (value: string): string => value

function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint out of the safe range of a number')
  return number
}

/**
 * Conversions of SQL types to JavaScript, the same on both engines: int8 to a number (an error beyond 2^53), timestamptz to ISO 8601 UTC text, date,
 * timestamp and numeric to their text, jsonb to its value, bytea to a Buffer, uuid and vector to their text.
 */
const types = new pg.TypeOverrides()
const parseInstant = types.getTypeParser(builtins.TIMESTAMPTZ) as unknown as (value: string) => Date
const parseTextArray = types.getTypeParser(TEXT_ARRAY) as unknown as (value: string) => Array<string | null>
types.setTypeParser(builtins.INT8, safeInteger)
types.setTypeParser(INT8_ARRAY, (value) => parseTextArray(value).map((item) => (item === null ? null : safeInteger(item))))
types.setTypeParser(builtins.TIMESTAMPTZ, (value) => parseInstant(value).toISOString())
types.setTypeParser(builtins.DATE, asText)
types.setTypeParser(builtins.TIMESTAMP, asText)

/**
 * Options of the dialect. `silenceMs`: time after which an unanswered statement destroys its connection; absent: never. `turns`: queue of the connections.
 */
type DialectConfig = pg.PoolConfig & { unresponsiveMs?: number; turns: FairQueue }

/**
 * Creates the Kysely dialect of both engines: a `pg` pool whose failures, other than those of a statement, become `db.unavailable`. So does a request that
 * gets no turn, or no connection within `connectionTimeoutMillis`. On the embedded engine, which has one session, that timeout ends a query made on the
 * pool inside an open transaction.
 */
export function createDialect({ unresponsiveMs, turns, ...config }: DialectConfig, log: Log): PostgresDialect {
  const pool = new pg.Pool({ ...config, types })
  // Without listeners, a connection lost while idle or in use would end the process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database: connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const guardedPool: PostgresPool = {
    options: pool.options,
    async connect() {
      const leave = await turns.acquire().catch(rethrow)
      try {
        return guardClient(await pool.connect().catch(rethrow), unresponsiveMs, leave)
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => pool.end(),
  }
  return new PostgresDialect({ pool: guardedPool })
}

/** Number of prepared statements kept by a connection. The first ones stay: they are the most frequent. */
const PREPARED_PER_CONNECTION = 300
/**
 * Maximum length of a prepared text, in characters. Longer ones are generated (lists, bulk inserts), and would only fill the connection's memory. The
 * longest frequent one starts a reply: 4,600.
 */
const PREPARED_TEXT_LENGTH = 8_000

const preparedNames = new WeakMap<pg.PoolClient, Map<string, string>>()

/** Returns the name of the prepared statement on this connection; undefined when the statement is to be planned each time. */
function preparedName(client: pg.PoolClient, sql: string): string | undefined {
  if (sql.length > PREPARED_TEXT_LENGTH) return undefined
  let names = preparedNames.get(client)
  if (names === undefined) preparedNames.set(client, (names = new Map()))
  const cachedName = names.get(sql)
  if (cachedName !== undefined || names.size >= PREPARED_PER_CONNECTION) return cachedName
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

function guardClient(client: pg.PoolClient, silenceMs: number | undefined, releaseTurn: () => void): PostgresPoolClient {
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    // A text without parameters may hold several statements, which cannot be prepared.
    const name = parameters.length === 0 ? undefined : preparedName(client, sql)
    const answer = client.query({ text: sql, values: parameters as unknown[], ...(name !== undefined && { name }) })
    if (silenceMs === undefined) return answer.catch(rethrow)
    // Statement timeouts are enforced by the server: one that hangs, or is unreachable, enforces none. Ending a client in the middle of a statement
    // destroys its socket, which fails the statement and removes the client from the pool.
    const timer = setTimeout(() => void client.end(), silenceMs)
    return answer.catch(rethrow).finally(() => clearTimeout(timer))
  }
  const release: PostgresPoolClient['release'] = (destroy) => {
    client.release(destroy)
    releaseTurn()
  }
  return { query: query as PostgresPoolClient['query'], release }
}

function rethrow(error: unknown): never {
  if (error instanceof DatabaseError || error instanceof RangeError) throw error
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state !== undefined && !UNAVAILABLE_STATES.test(state)) throw error
  throw unavailable(error)
}
