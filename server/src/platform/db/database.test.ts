import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { createTestDatabase } from '../../testing/databases/database.ts'
import { freshFolder } from '../../testing/folder.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './database.ts'

const root = freshFolder('database')

it('makes its directory, keeps what was written through a close, and refuses to be opened twice', async () => {
  const dir = join(root, 'données', 'base')
  const opened = await openDatabase({ kind: 'embedded', dir }, silentLog)
  await sql`create table row as select 1 as id`.execute(opened.db)
  await expect(openDatabase({ kind: 'embedded', dir }, silentLog)).rejects.toMatchObject({ code: 'db.locked' })
  await opened.close()
  // Besides its reserve, which comes after some seconds (disk-space.ts), and the instant of its last vacuum (maintenance.ts).
  expect(readdirSync(dir).filter((name) => !name.startsWith('reserve-') && name !== 'entretien')).toEqual(['pgdata'])

  const again = await openDatabase({ kind: 'embedded', dir }, silentLog)
  expect((await sql`select id from row`.execute(again.db)).rows).toEqual([{ id: 1 }])
  await again.close()
}, 120_000)

it('says in French that a directory cannot be made', async () => {
  writeFileSync(join(root, 'file'), '')
  const dir = join(root, 'file', 'base')
  await expect(openDatabase({ kind: 'embedded', dir }, silentLog)).rejects.toMatchObject({
    code: 'db.unreachable',
    message: `Le dossier ${dir} ne peut pas recevoir la base de données.`,
  })
})

it('gives each test its own migrated copy', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await sql`create table private (id int)`.execute(one.db)
  await expect(sql`select * from private`.execute(other.db)).rejects.toMatchObject({ code: '42P01' })
  const { rows } = await sql<{ id: string }>`select id from schema_migrations order by applied_at, id`.execute(other.db)
  expect(rows.map((row) => row.id).sort()).toEqual(migrations.map((migration) => migration.id).sort())
  await Promise.all([one.close(), other.close()])
}, 120_000)
