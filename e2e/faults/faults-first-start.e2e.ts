import { routes } from '@parvis/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseUrl, onServer } from '../../server/src/testing/databases/database.ts'
import { postgresPrograms, startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { apiAs, createConversation } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// REL-25: the process dies while it takes its base, wherever that is, and again while it fills it. Where it makes and migrates one itself: on
// PostgreSQL here, and kill.test.ts.

// Ten times on each engine in a full proof (npm run prove), the latest death first: a start that is ready before it is to die says how long one lasts.
const isProof = Boolean(process.env['PARVIS_PROVE'])
const rounds = Array.from({ length: isProof ? 10 : 1 }, (_, round) => round).toReversed()

let server: AppServer
beforeAll(async () => {
  server = await startServer({ PARVIS_DEMO: 'false' })
  await server.stop()
})
afterAll(() => server?.close())

/** Duration of a complete first start on this machine and engine, in milliseconds. A full proof kills the process at shares of it. */
type Whole = { ms: number }

async function wholeStart(env: Record<string, string>): Promise<Whole> {
  const begun = performance.now()
  await server.restart(env)
  const ms = performance.now() - begun
  await server.stop()
  return { ms }
}

/**
 * Moments at which to kill the process: when the database is being created, then as soon as it exists and is about to be migrated. In a full proof, at two
 * shares of a complete start.
 */
function moments(round: number, whole: Whole | undefined, dataDir: string): ((ready: Promise<string>) => Promise<unknown>)[] {
  if (whole === undefined) {
    const isThere = (name: string) => existsSync(join(dataDir, 'base', name))
    // What a build prepared is copied at once.
    return [() => isThere('pgdata.new') || isThere('pgdata'), () => isThere('pgdata')].map((isTime) => async () => {
      await expect.poll(isTime, { timeout: 60_000, interval: 20 }).toBe(true)
    })
  }
  return [0.5, 0.25].map((within, death) => async (ready) => {
    const begun = performance.now()
    // What else was running as it was measured may have ended since.
    const first = await Promise.race([ready, sleep((whole.ms * (round + within)) / rounds.length)])
    if (first === 'ready' && death === 0) whole.ms = performance.now() - begun
  })
}

/**
 * Starts on an empty database and kills the process twice on the way; the third start must behave as a first one.
 * @returns its exit code
 */
async function dieOnTheWay(round: number, whole: Whole | undefined, env: Record<string, string> & { PARVIS_DATA_DIR: string }): Promise<number | null> {
  for (const moment of moments(round, whole, env.PARVIS_DATA_DIR)) {
    const written = server.output().length
    const died = server.restart(env).then(
      () => 'ready',
      (error: Error) => error.message,
    )
    await moment(died)
    await server.kill9()
    expect(await died, server.output().slice(written)).toMatch(/^ready$|SIGKILL/)
  }
  await server.restart(env)
  const api = await apiAs(server.url, server.root)
  const id = await createConversation(api, {}, 'Bonjour')
  expect((await api(routes.conversations.get, { params: { id } })).messages).toHaveLength(1)
  expect((await api(routes.users.list)).users.map(({ username }) => username)).toEqual(['admin'])
  return server.stop()
}

describe('on the embedded engine', () => {
  let whole: Whole | undefined
  beforeAll(async () => void (whole = isProof ? await wholeStart({ PARVIS_DATA_DIR: `${server.dataDir}-entier` }) : undefined))

  test.each(rounds)('REL-25 a first start killed on its way is completed by the next one, round %i', async (round) => {
    expect(await dieOnTheWay(round, whole, { PARVIS_DATA_DIR: `${server.dataDir}-${round}` })).toBe(0)
  })
})

describe.runIf(isProof && postgresPrograms() !== undefined)('on a PostgreSQL server (in a full proof; needs PostgreSQL)', () => {
  let postgres: PostgresServer
  let whole: Whole
  beforeAll(async () => {
    postgres = await startPostgresServer()
    whole = await wholeStart(await onItsOwn('entier'))
  })
  afterAll(() => postgres?.remove())

  const onItsOwn = async (name: string) => {
    await onServer(postgres.url, `create database premier_${name}`)
    return { PARVIS_DATA_DIR: `${server.dataDir}-pg-${name}`, DATABASE_URL: databaseUrl(postgres.url, `premier_${name}`) }
  }

  test.each(rounds)('REL-25 a first start killed on its way is completed by the next one, round %i', async (round) => {
    expect(await dieOnTheWay(round, whole, await onItsOwn(`${round}`))).toBe(0)
  })
})
