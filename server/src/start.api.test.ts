import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from './platform/db/database.ts'
import { silentLog } from './platform/log.ts'
import { erasureListName } from './operations/erasures/erasure-list.ts'
import { databaseUrl, onServer, testEngine } from './testing/databases/database.ts'
import { placeReadyDatabase } from './testing/databases/ready-database.ts'

/** The program itself, and all that it says. */
function run(settings: Record<string, string>): { child: ChildProcess; said(): string } {
  const env = { PATH: process.env['PATH'], PORT: '0', PARVIS_DEMO: 'false', ...settings }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)))
  return { child, said: () => text }
}

describe.runIf(testEngine() === 'embedded')('an instance alone', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'parvis-instance-'))
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  test('says in one sentence that its list of erasures cannot be read', async () => {
    await placeReadyDatabase(path.join(dir, 'base'), 'migrated')
    const list = path.join(dir, erasureListName)
    await writeFile(list, 'autre chose\n')
    const { child, said } = run({ PARVIS_DATA_DIR: dir, LOG_LEVEL: 'silent' })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said()).toBe(`La liste des effacements ${list} est illisible.\n`)
  })
})

describe.runIf(testEngine() === 'postgres')('an instance beside others', () => {
  const base = `instance_${randomBytes(8).toString('hex')}`
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'parvis-instance-'))
    await onServer(process.env['TEST_POSTGRES_URL']!, `create database ${base} template ${process.env['TEST_POSTGRES_TEMPLATE']!}`)
  })
  afterAll(async () => {
    await onServer(process.env['TEST_POSTGRES_URL']!, `drop database ${base} with (force)`)
    await rm(dir, { recursive: true, force: true })
  })

  const settings = () => ({ PARVIS_DATA_DIR: dir, DATABASE_URL: databaseUrl(process.env['TEST_POSTGRES_URL']!, base) })

  test('stops by itself once a newer version has updated the database, says so, and does not start again', async () => {
    const sentence = 'La base de données a été mise à jour par une version plus récente de Parvis (« 9999-12-31-plus-tard »).'
    const first = run(settings())
    await vi.waitFor(() => expect(first.said()).toContain('Parvis est prêt'), { timeout: 60_000, interval: 50 })
    const { db, close } = await openDatabase({ kind: 'postgres', url: databaseUrl(process.env['TEST_POSTGRES_URL']!, base) }, silentLog)
    await sql`insert into schema_migrations (id, checksum) values ('9999-12-31-plus-tard', '')`.execute(db)
    await close()
    expect(await once(first.child, 'exit')).toEqual([1, null])
    expect(first.said()).toContain(sentence)
    const again = run(settings())
    expect(await once(again.child, 'exit')).toEqual([1, null])
    expect(again.said()).toContain(sentence)
    expect(again.said()).not.toContain('Parvis est prêt')
  })
})
