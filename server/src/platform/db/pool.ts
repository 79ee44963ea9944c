import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseError, unavailable } from './errors.ts'
import type { FairTurns } from './fair-turns.ts'

const { builtins } = pg.types
/** Array types the driver's list leaves out. */
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009

/** SQLSTATEs that speak of the server, not of the statement: connection lost, shutting down, full, out of time, held by a lock. */
const UNAVAILABLE_STATES = /^(08|53(?!100)|57P|57014|55P03|58)/

const asText = (value: string): string => value

function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint out of the safe range of a number')
  return number
}

/**
 * The JavaScript values of SQL types, the same on both engines: int8 is a number (an error beyond 2^53), timestamptz the
 * ISO 8601 UTC text the interface sends, date and timestamp their text, numeric its text, jsonb its value, bytea a
 * Buffer, uuid and vector their text.
 */
const types = new pg.TypeOverrides()
const parseInstant = types.getTypeParser(builtins.TIMESTAMPTZ) as unknown as (value: string) => Date
const parseTextArray = types.getTypeParser(TEXT_ARRAY) as unknown as (value: string) => Array<string | null>
types.setTypeParser(builtins.INT8, safeInteger)
types.setTypeParser(INT8_ARRAY, (value) => parseTextArray(value).map((item) => (item === null ? null : safeInteger(item))))
types.setTypeParser(builtins.TIMESTAMPTZ, (value) => parseInstant(value).toISOString())
types.setTypeParser(builtins.DATE, asText)
types.setTypeParser(builtins.TIMESTAMP, asText)

/** `silenceMs`: how long a server may leave a statement without an answer before its connection is given up; for ever without it. `turns`: who gets a connection next. */
type DialectConfig = pg.PoolConfig & { silenceMs?: number; turns: FairTurns }

/**
 * The dialect of both engines: a `pg` pool whose failures, other than those of a statement, become db.unavailable.
 * A request that gets no turn, or no connection in `connectionTimeoutMillis`, fails the same way; on the embedded engine
 * (one session) this is what ends a query of the pool made inside an open transaction.
 */
export function createDialect({ silenceMs, turns, ...config }: DialectConfig, log: Log): PostgresDialect {
  const pool = new pg.Pool({ ...config, types })
  // Without listeners, a connection lost while idle, or while held, would end the process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database: connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const guarded: PostgresPool = {
    options: pool.options,
    async connect() {
      const leave = await turns.take().catch(rethrow)
      try {
        return guardClient(await pool.connect().catch(rethrow), silenceMs, leave)
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => pool.end(),
  }
  return new PostgresDialect({ pool: guarded })
}

/** Statements that one connection keeps parsed and planned; the hot ones come first and stay. */
const PREPARED_PER_CONNECTION = 300
/** Longer texts are generated (lists, bulk inserts): keeping each would only fill the connection's memory. The longest that is asked often begins a reply, 4,600. */
const PREPARED_TEXT_LENGTH = 8_000

const preparedNames = new WeakMap<pg.PoolClient, Map<string, string>>()

/** The name under which this connection keeps a statement; undefined when it is planned each time. */
function preparedName(client: pg.PoolClient, sql: string): string | undefined {
  if (sql.length > PREPARED_TEXT_LENGTH) return undefined
  let names = preparedNames.get(client)
  if (names === undefined) preparedNames.set(client, (names = new Map()))
  const known = names.get(sql)
  if (known !== undefined || names.size >= PREPARED_PER_CONNECTION) return known
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

function guardClient(client: pg.PoolClient, silenceMs: number | undefined, leave: () => void): PostgresPoolClient {
  const query = (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Without parameters a text may hold several statements, which cannot be prepared.
    const name = parameters.length === 0 ? undefined : preparedName(client, sql)
    const answer = client.query({ text: sql, values: parameters as unknown[], ...(name !== undefined && { name }) })
    if (silenceMs === undefined) return answer.catch(rethrow)
    // The time limits of statements are the server's own: one that is hung, or lost behind the network, keeps none. Ending a client in the
    // middle of a statement destroys its socket, which fails the statement and takes the client out of the pool.
    const timer = setTimeout(() => void client.end(), silenceMs)
    return answer.catch(rethrow).finally(() => clearTimeout(timer))
  }
  const release: PostgresPoolClient['release'] = (destroy) => {
    client.release(destroy)
    leave()
  }
  return { query: query as PostgresPoolClient['query'], release }
}

function rethrow(error: unknown): never {
  if (error instanceof DatabaseError || error instanceof RangeError) throw error
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state !== undefined && !UNAVAILABLE_STATES.test(state)) throw error
  throw unavailable(error)
}
