import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { readConfig, type Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { start } from '../../start.ts'
import { createServerDatabase, testEngine } from '../../testing/databases/database.ts'
import { holdEngineCode, copyReadyDatabase } from '../../testing/databases/ready-database.ts'
import { openFolder } from '../../testing/folder.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { backUp } from '../back-up.ts'
import { instanceFiles, restorationMark } from '../data-files.ts'
import { restoreInstance } from '../restore-instance.ts'

// Simulates a restoration killed while it moves files into place; e2e/faults/faults-kill-back-up.e2e.ts really kills one.

const root = openFolder('restauration')
/** Migrations of the previous version. */
const former = migrations.slice(0, -1)
const drops: (() => Promise<void>)[] = []
beforeAll(() => holdEngineCode())
afterAll(async () => {
  for (const drop of drops) await drop()
})

async function place(): Promise<Config> {
  const env = { PARVIS_DATA_DIR: path.join(root, randomUUID()), PORT: '0', PARVIS_DEMO: 'false', LOG_LEVEL: 'silent' }
  if (testEngine() === 'embedded') return readConfig(env)
  const { url, drop } = await createServerDatabase()
  drops.push(drop)
  return readConfig({ ...env, DATABASE_URL: url })
}

let archive: string
beforeAll(async () => {
  const config = await place()
  await mkdir(path.join(config.dataDir, 'fichiers', 'ab'), { recursive: true })
  await writeFile(path.join(config.dataDir, 'fichiers', 'ab', 'abc'), 'délibération')
  await writeFile(path.join(config.dataDir, 'secret'), 'f'.repeat(64))
  if (config.database.kind === 'embedded') await copyReadyDatabase(config.database.dir, 'migrated')
  const database = await openDatabase(config.database, silentLog)
  await migrate(database, migrations, silentLog)
  const live = await createTestApp({ database, config })
  await live.createUser({ username: 'admin', is_admin: true })
  await live.close()
  await database.close()
  archive = path.join(root, 'parvis.tar.gz')
  await backUp(config, archive)
})

/** Returns an archive saved by the previous version. */
async function olderArchive(): Promise<string> {
  const config = await place()
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(path.join(config.dataDir, 'secret'), 'f'.repeat(64))
  const database = await openDatabase(config.database, silentLog)
  await migrate(database, former, silentLog)
  await sql`insert into app_user (username, username_key, email, email_key, password_hash, is_admin) values ('a', 'a', 'a@b.fr', 'a@b.fr', 'x', true)`.execute(
    database.db,
  )
  await database.close()
  const file = path.join(root, 'ancienne.tar.gz')
  await backUp(config, file)
  return file
}

/** Returns a data directory as a killed restoration leaves it: one of two files is in place, the other is truncated, and there is no database. */
async function cutPlace(): Promise<Config> {
  const config = await place()
  await mkdir(path.join(config.dataDir, 'fichiers', 'ab'), { recursive: true })
  await writeFile(path.join(config.dataDir, 'fichiers', 'ab', 'abc.restauration'), 'délib')
  await writeFile(path.join(config.dataDir, 'secret'), 'e'.repeat(64))
  await writeFile(path.join(config.dataDir, restorationMark), '')
  return config
}

test('REL-24 a restoration that was killed while it placed the files is run again, and leaves nothing of the first', async () => {
  const config = await cutPlace()
  await restoreInstance(config, archive, migrations)
  expect(await instanceFiles(config.dataDir)).toEqual(['fichiers/ab/abc', 'secret'])
  expect(await readFile(path.join(config.dataDir, 'secret'), 'utf8')).toBe('f'.repeat(64))
  expect(await readdir(config.dataDir)).not.toContain(restorationMark)
  await expect(restoreInstance(config, archive, migrations)).rejects.toThrow('contient déjà une instance')
})

test('a server does not start on what it left, and makes nothing there', async () => {
  const config = await cutPlace()
  await expect(start(config, async () => {})).rejects.toThrow(`Une restauration a été interrompue dans ${config.dataDir}\u00a0: relancez-la`)
  expect(await readFile(path.join(config.dataDir, 'secret'), 'utf8')).toBe('e'.repeat(64))
  await restoreInstance(config, archive, migrations)
  expect(await instanceFiles(config.dataDir)).toHaveLength(2)
})

test.runIf(testEngine() === 'postgres')('a server brings no base forward that an older archive is still to fill', async () => {
  const config = await cutPlace()
  const older = await olderArchive()
  const database = await openDatabase(config.database, silentLog)
  await migrate(database, former, silentLog)
  await database.close()
  await expect(start(config, async () => {})).rejects.toThrow('Une restauration a été interrompue')
  await restoreInstance(config, older, migrations)
  expect(await instanceFiles(config.dataDir)).toEqual(['secret'])
})

test('it is not run again from an archive of the folder itself, which it would remove', async () => {
  const config = await cutPlace()
  const inside = path.join(config.dataDir, 'parvis.tar.gz')
  await copyFile(archive, inside)
  await expect(restoreInstance(config, inside, migrations)).rejects.toThrow('Placez la sauvegarde hors du dossier de données\u00a0: ')
  expect(existsSync(inside)).toBe(true)
})

test('one whose base had come through, and only its mark had not gone, is an instance', async () => {
  const config = await place()
  await restoreInstance(config, archive, migrations)
  const mark = path.join(config.dataDir, restorationMark)
  await writeFile(mark, '')
  const refused = restoreInstance(config, archive, migrations)
  await expect(refused).rejects.toThrow(/contient déjà (une instance|des données)/)
  expect(await instanceFiles(config.dataDir)).toHaveLength(2)
  const started = await start(config, async () => {})
  await started.stop()
  expect(existsSync(mark)).toBe(false)
  await rm(config.dataDir, { recursive: true })
})
