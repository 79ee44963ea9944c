import { appendFile, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/types.ts'
import { migrations } from '../platform/db/migrations/index.ts'
import { createServerDatabase, testEngine } from '../testing/databases/database.ts'
import { holdEngineCode } from '../testing/databases/ready-database.ts'
import { openFolder } from '../testing/folder.ts'
import { dumpDatabase, type Dump } from './dump.ts'
import { loadDatabase } from './load.ts'
import { tablePath } from './manifest.ts'
import { readTableNames, readTables } from './tables.ts'
import { isFullRun } from '../testing/full-run.ts'

const strange = {
  // Sorted by name this migration is first; in the list of migrations it is last.
  id: '2026-11-24-strange',
  sql: `
    create table strange (
      id bigint generated always as identity primary key, label text collate "C", bytes bytea, document jsonb, plain json, at timestamptz, day date,
      amount numeric, ratio float8, small real, flags boolean[], names text[][], span interval, address inet, doubled numeric generated always as (amount * 2) stored);
    create table "Été ""2026""" ("clé étrangère" bigint primary key references strange);
    create function counts() returns trigger language plpgsql as $$ begin update retrieval_state set revision = revision + 1; return null; end $$;
    create trigger strange_counts after insert on strange for each statement execute function counts();`,
}

const closing: (() => Promise<unknown>)[] = []
const root = openFolder('dump')
/** Tarball of an empty database: faster to open than to create. */
const blank = path.join(root, 'blank.tar')
const all = [...migrations, strange]
beforeAll(async () => {
  holdEngineCode()
  const first = await openDatabase({ kind: 'memory' }, silentLog)
  await first.copyTo!(blank)
  await first.close()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Opens an empty database, without any migration. */
async function blankBase(engine: 'embedded' | 'postgres'): Promise<Database> {
  if (engine === 'embedded') return keep(await openDatabase({ kind: 'memory', template: blank }, silentLog))
  const { url, drop } = await createServerDatabase()
  closing.push(drop)
  return keep(await openDatabase({ kind: 'postgres', url }, silentLog))
}

function keep(database: Database): Database {
  closing.push(() => database.close())
  return database
}

async function fill({ db }: Database): Promise<void> {
  const account = { username: 'Éloïse', username_key: 'éloïse', email: 'e@exemple.fr', email_key: 'e@exemple.fr', password_hash: 'x', is_admin: true }
  const user = await db.insertInto('app_user').values(account).returning('id').executeTakeFirstOrThrow()
  const conversation = await db.insertInto('conversation').values({ owner_id: user.id, title: 'Séparateurs' }).returning('id').executeTakeFirstOrThrow()
  // Characters at which a line of text might be split (line feed, carriage return, U+2028…), quotes, backslashes, four-byte characters.
  const content = 'a\nb\r\nc\u2028d\u2029e"f\\g\\n\th𝄞\u0001\u0085\ufeff'
  const row = { conversation_id: conversation.id, role: 'user' } as const
  const rows = Array.from({ length: 250 }, (_, i) => ({ ...row, content: `${content}${i}` }))
  await db.insertInto('message').values(rows).execute()
  await sql`insert into strange (label, bytes, document, plain, at, day, amount, ratio, small, flags, names, span, address) values
    (${content}, decode('00ff0a5c22', 'hex'), 'null', '{"b":1, "a":  [1.10]}', '2026-03-29 02:30:00.123456+01', '0044-03-15 BC', 12345678901234567890.123456789, 'NaN', 0.1, '{t,null,f}', '{{a,"b,c"},{"",NULL}}', '1 mon -3 days 04:05:06.7', '2001:db8::1/64'),
    ('', '', '{"é": [1, "\\u2028", null], "n": 12345678901234567890.10}', null, 'infinity', 'infinity', 'NaN', '-Infinity', 3.4e38, '{}', null, null, null),
    (null, null, null, null, null, null, null, 1e-300, null, null, null, null, null)`.execute(db)
  await sql`insert into ${sql.table('Été "2026"')} select id from strange limit 1`.execute(db)
  await sql`select nextval('index_number'), nextval('index_number')`.execute(db)
}

/** Returns all rows of all tables, as the database formats them. */
async function contents(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name } of await readTables(database.db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by t::text collate "C"`.execute(database.db)
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

const folder = () => mkdtemp(path.join(root, 'dump-'))

describe('a dump', { timeout: 120_000 }, () => {
  let source: Database
  let dir: string
  let dump: Dump
  beforeAll(async () => {
    source = await blankBase('embedded')
    await migrate(source, all, silentLog)
    await fill(source)
    dir = await folder()
    dump = await dumpDatabase(source, dir)
  })

  it('gives back every row, type by type, from one engine to the other and back', async () => {
    const wanted = await contents(source)
    expect(wanted['strange']).toHaveLength(3)
    expect(wanted['message']).toHaveLength(250)
    let from = { dir, dump }
    for (const engine of [testEngine(), 'embedded'] as const) {
      const target = await blankBase(engine)
      await loadDatabase(target, from.dir, from.dump, all)
      expect(await contents(target)).toEqual(wanted)
      const next = await folder()
      from = { dir: next, dump: await dumpDatabase(target, next) }
      expect(from.dump).toEqual(dump)
    }
  })

  it('goes on where sequences and triggers were', async () => {
    const target = await blankBase(testEngine())
    await loadDatabase(target, dir, dump, all)
    const { rows } = await sql<{ id: number; number: number; revision: number }>`
      with added as (insert into strange (label) values ('suivant') returning id)
      select id, nextval('index_number') as number, (select revision from retrieval_state) as revision from added`.execute(target.db)
    const revision = async ({ db }: Database) => (await sql<{ revision: number }>`select revision from retrieval_state`.execute(db)).rows[0]!.revision
    const counted = await revision(source)
    // The triggers counted the writes to the source, but not those of the restoration.
    expect([rows[0], counted > 0]).toEqual([{ id: 4, number: 3, revision: counted }, true])
    expect(await revision(target)).toBe(counted + 1)
    await expect(sql`update app_user set is_admin = false`.execute(target.db)).rejects.toMatchObject({ code: 'PA001' })
    expect(await migrate(target, all, silentLog)).toEqual({ applied: [] })
  })

  it.runIf(isFullRun)('is of one instant, whatever is written meanwhile', async () => {
    const target = await blankBase(testEngine())
    await loadDatabase(target, dir, dump, all)
    // An embedded database has one session: nothing can be written while the dump runs.
    const write = () => sql`insert into strange (label) values ('trop tard')`.execute(target.db)
    const during = await dumpDatabase(target, await folder(), async () => void (testEngine() === 'postgres' && (await write())))
    expect(during.tables).toEqual(dump.tables)
  })

  it('is refused by a database that holds somebody, which does not change', async () => {
    const target = await blankBase(testEngine())
    await migrate(target, all, silentLog)
    await fill(target)
    const before = await contents(target)
    await expect(loadDatabase(target, dir, dump, all)).rejects.toThrow('La base de données contient déjà des données.')
    expect(await contents(target)).toEqual(before)
    const other = await blankBase(testEngine())
    await sql`create table not_ours (id int)`.execute(other.db)
    await expect(loadDatabase(other, dir, dump, all)).rejects.toThrow('La base de données contient déjà des données.')
    expect(await readTableNames(other.db)).toEqual(['not_ours'])
  })

  it.runIf(isFullRun)('is refused by an older version, and by one whose migrations were edited', async () => {
    const target = await blankBase(testEngine())
    await expect(loadDatabase(target, dir, dump, migrations)).rejects.toThrow(`version plus récente de Parvis («\u00a0${strange.id}\u00a0»)`)
    const edited = all.map((migration) => (migration === strange ? { ...strange, sql: `${strange.sql} ` } : migration))
    await expect(loadDatabase(target, dir, dump, edited)).rejects.toThrow(`La mise à jour «\u00a0${strange.id}\u00a0» n’est pas celle`)
    expect(await contents(target)).toEqual({})
    // A former checksum known to give the same schema is accepted.
    const { rows } = await sql<{ checksum: string }>`select checksum from schema_migrations where id = ${strange.id}`.execute(source.db)
    const formerChecksums = rows.map(({ checksum }) => checksum)
    const known = edited.map((migration) => (migration.id === strange.id ? { ...migration, formerChecksums } : migration))
    await loadDatabase(target, dir, dump, known)
    expect(await contents(target)).toEqual(await contents(source))
  })

  const damages = [
    [
      'a row is missing',
      'n’est pas identique',
      async (copy: string) => {
        const lines = (await readFile(tablePath(copy, 'message_to_index'), 'utf8')).split('\n')
        await writeFile(tablePath(copy, 'message_to_index'), lines.slice(1).join('\n'))
      },
    ],
    ['a row was added', 'n’est pas identique', (copy: string) => appendFile(tablePath(copy, 'throttle'), '["clé","1","2026-11-21 00:00:00+00","{}"]\n')],
    ['a row refers to nothing', 'foreign key', async (copy: string) => writeFile(tablePath(copy, 'app_user'), '')],
    ['what comes last fails', 'the disk is full', async () => {}],
  ] as const

  it.each(isFullRun ? damages : [damages[0], damages[3]])('leaves the database empty when %s', async (title, sentence, damage) => {
    const target = await blankBase(testEngine())
    const copy = await folder()
    await dumpDatabase(source, copy)
    await damage(copy)
    const last = async () => {
      if (title === 'what comes last fails') throw new Error('the disk is full')
    }
    await expect(loadDatabase(target, copy, dump, all, last)).rejects.toThrow(sentence)
    expect(await contents(target)).toEqual({})
    // The same database then accepts a valid dump.
    await loadDatabase(target, dir, dump, all)
    expect(await contents(target)).toEqual(await contents(source))
  })

  it.runIf(isFullRun)('goes into the schema of its time, which a start brings forward', async () => {
    const old = await blankBase(testEngine())
    await migrate(old, migrations, silentLog)
    const oldDir = await folder()
    const oldDump = await dumpDatabase(old, oldDir)
    const target = await blankBase(testEngine())
    await loadDatabase(target, oldDir, oldDump, all)
    expect((await migrate(target, all, silentLog)).applied).toEqual(all.slice(migrations.length).map(({ id }) => id))
  })
})

it('a table that could not be restored is said at the backup', async () => {
  const database = await blankBase(testEngine())
  await migrate(database, migrations, silentLog)
  await sql`create table keyless (id int)`.execute(database.db)
  await expect(dumpDatabase(database, await folder())).rejects.toThrow('«\u00a0keyless\u00a0» n’a pas de clé primaire')
  await sql`drop table keyless; create table loop (id int primary key, above int references loop)`.execute(database.db)
  await expect(dumpDatabase(database, await folder())).rejects.toThrow('renvoient l’une à l’autre')
})

it('nothing is dumped of a database that is not an instance', async () => {
  const dir = await folder()
  await expect(dumpDatabase(await blankBase(testEngine()), dir)).rejects.toThrow('Il n’y a rien à sauvegarder')
  expect(await readdir(path.join(dir, 'tables'))).toEqual([])
})
