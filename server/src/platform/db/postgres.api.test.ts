import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { databaseUrl, testEngine } from '../../testing/databases/database.ts'
import { postgresPrograms, startPostgresServer, type PostgresServer } from '../../testing/databases/postgres-server.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './types.ts'

describe.runIf(testEngine() === 'postgres' && postgresPrograms() !== undefined)('a PostgreSQL server', () => {
  let server: PostgresServer
  let database: Database

  beforeAll(async () => {
    server = await startPostgresServer()
    database = await openDatabase({ kind: 'postgres', url: server.url, poolSize: 4 }, silentLog)
  }, 120_000)

  afterAll(async () => {
    await database.close()
    await server.remove()
  })

  it('is used again after it restarted, statements failing with db.unavailable meanwhile', async () => {
    await sql`create table kept (id int)`.execute(database.db)
    await sql`insert into kept values (1)`.execute(database.db)
    const interrupted = sql`select pg_sleep(60)`.execute(database.db).catch((error: unknown) => error)
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(database.db)))
    await server.stop()
    expect(await interrupted).toMatchObject({ code: 'db.unavailable' })
    await expect(database.ping(2_000)).rejects.toMatchObject({ code: 'db.unavailable' })
    await server.start()
    await expect(database.ping(2_000)).resolves.toBeUndefined()
    const answers = await Promise.all(Array.from({ length: 8 }, () => sql`select id from kept`.execute(database.db)))
    expect(answers.map((answer) => answer.rows)).toEqual(Array.from({ length: 8 }, () => [{ id: 1 }]))
  })

  it('ends a statement after thirty seconds, except where patience is asked for', async () => {
    const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`
    expect((await limit.execute(database.db)).rows).toEqual([{ limit: '30s' }])
    expect(await database.patiently(async (db) => (await limit.execute(db)).rows)).toEqual([{ limit: '0' }])
    const late = database.db.connection().execute(async (session) => {
      await sql`set statement_timeout = 100`.execute(session)
      await sql`select pg_sleep(5)`.execute(session).finally(() => sql`reset statement_timeout`.execute(session))
    })
    await expect(late).rejects.toMatchObject({ code: 'db.unavailable' })
  })

  it('that cannot be reached is said so in French, without the password of its address', async () => {
    const absent = openDatabase({ kind: 'postgres', url: 'postgres://someone:secret@127.0.0.1:1/base' }, silentLog)
    await expect(absent).rejects.toMatchObject({ code: 'db.unreachable', message: 'Le serveur PostgreSQL indiqué par DATABASE_URL ne répond pas.' })
  })

  it('whose account may create nothing is said so', async () => {
    await sql`create role lecteur login`.execute(database.db)
    const url = new URL(server.url)
    url.username = 'lecteur'
    const reading = await openDatabase({ kind: 'postgres', url: url.href }, silentLog)
    await expect(migrate(reading, [], silentLog)).rejects.toMatchObject({
      code: 'db.migration_failed',
      message: 'Le compte indiqué par DATABASE_URL n’a pas le droit de créer des tables dans cette base.',
    })
    await reading.close()
  })

  it.each([
    ['no such account', (url: URL) => (url.username = 'personne'), 'ne connaît pas ce compte, ou ne l’admet pas depuis cette machine'],
    ['no such base', (url: URL) => (url.pathname = '/absente'), 'n’a pas de base de ce nom'],
  ])('that lets nobody in says why: %s', async (_why, change, said) => {
    const url = new URL(server.url)
    change(url)
    const refused = openDatabase({ kind: 'postgres', url: url.href }, silentLog)
    await expect(refused).rejects.toMatchObject({ code: 'db.unreachable', message: `Le serveur PostgreSQL indiqué par DATABASE_URL ${said}.` })
  })

  it('whose base cannot hold every letter is refused at once', async () => {
    await sql`create database latine template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`.execute(database.db)
    await expect(openDatabase({ kind: 'postgres', url: databaseUrl(server.url, 'latine') }, silentLog)).rejects.toMatchObject({
      code: 'db.unreachable',
      message: 'Le serveur PostgreSQL indiqué par DATABASE_URL range cette base en LATIN1\u00a0: recréez-la en UTF8.',
    })
  })
})
