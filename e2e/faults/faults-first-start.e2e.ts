import { routes } from '@parvis/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresPrograms, startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { apiAs, begun } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// REL-25: the process dies while it creates its base and applies its migrations, wherever that is; and again while it completes them.

// Ten times on each engine in a full proof (npm run prove).
const isProof = Boolean(process.env['PARVIS_PROVE'])
const rounds = Array.from({ length: isProof ? 10 : 1 }, (_, round) => round)

let server: AppServer
/** How long a whole first start lasts here and now, in milliseconds: measured in a full proof only, which dies at shares of it. */
let wholeMs: number
beforeAll(async () => {
  const begun = performance.now()
  server = await startServer({ PARVIS_DEMO: 'false' }, { firstStart: isProof })
  wholeMs = performance.now() - begun
  await server.stop()
})
afterAll(() => server?.close())

/** When to die: at two shares of a whole first start, or as soon as a database is being made, then as soon as there is one, which is to be migrated. */
function moments(round: number, dataDir: string): (() => Promise<unknown>)[] {
  if (isProof) return [(round + 0.5) / rounds.length, (round + 0.25) / rounds.length].map((share) => () => sleep(wholeMs * share))
  return ['pgdata.new', 'pgdata'].map((name) => async () => {
    await expect.poll(() => existsSync(join(dataDir, 'base', name)), { timeout: 60_000, interval: 20 }).toBe(true)
  })
}

/** Starts on an empty base and dies on the way, twice; the third start must be as if there had been no other. @returns its exit code */
async function dieOnTheWay(round: number, env: Record<string, string> & { PARVIS_DATA_DIR: string }): Promise<number | null> {
  for (const moment of moments(round, env.PARVIS_DATA_DIR)) {
    const written = server.output().length
    const died = server.restart(env).then(
      () => 'ready',
      (error: Error) => error.message,
    )
    await moment()
    await server.kill9()
    expect(await died, server.output().slice(written)).toMatch(/^ready$|SIGKILL/)
  }
  await server.restart(env)
  const api = await apiAs(server.url, server.root)
  const id = await begun(api, {}, 'Bonjour')
  expect((await api(routes.conversations.get, { params: { id } })).messages).toHaveLength(1)
  expect((await api(routes.users.list)).users.map(({ username }) => username)).toEqual(['admin'])
  return server.stop()
}

test.each(rounds)('REL-25 a first start killed on its way is completed by the next one, round %i', async (round) => {
  expect(await dieOnTheWay(round, { PARVIS_DATA_DIR: `${server.dataDir}-${round}` })).toBe(0)
})

describe.runIf(isProof && postgresPrograms() !== undefined)('on a PostgreSQL server (in a full proof; needs PostgreSQL)', () => {
  let postgres: PostgresServer
  beforeAll(async () => void (postgres = await startPostgresServer()))
  afterAll(() => postgres?.remove())

  test.each(rounds)('REL-25 a first start killed on its way is completed by the next one, round %i', async (round) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`create database premier_${round}`)
    await client.end()
    const env = { PARVIS_DATA_DIR: `${server.dataDir}-pg-${round}`, DATABASE_URL: postgres.url.replace(/\/postgres$/, `/premier_${round}`) }
    expect(await dieOnTheWay(round, env)).toBe(0)
  })
})
