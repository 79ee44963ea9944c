import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readConfig, type Config } from '../../platform/config/config.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { fileForm } from '../../features/documents/documents.fixture.ts'
import { fill } from '../../features/rights/rights.fixture.ts'
import { start } from '../../start.ts'
import { createServerDatabase, testEngine } from '../../testing/databases/database.ts'
import { holdEngineCode, copyReadyDatabase } from '../../testing/databases/ready-database.ts'
import { openFolder } from '../../testing/folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { listFiles } from '../data-files.ts'
import { backUp } from '../back-up.ts'
import { erasureDigest, erasureListName, folderErasures, readErasures } from './erasure-list.ts'
import { listenForOperator } from '../operator-socket.ts'
import { erasureMirror, replayErasures } from './replay-erasures.ts'
import { restoreInstance } from '../restore-instance.ts'
import { takeSnapshot } from '../snapshot.ts'

const { users, rights } = routes

const root = openFolder('effacements')
const drops: (() => Promise<void>)[] = []
beforeAll(() => holdEngineCode())
afterAll(async () => {
  for (const drop of drops) await drop()
})

/** Returns the configuration of an instance that does not exist yet, on the engine of this run. */
async function place(name: string): Promise<Config> {
  const settings = { PORT: '0', PARVIS_DEMO: 'false', LOG_LEVEL: 'silent', PARVIS_ADMIN_PASSWORD: 'Tilleul-ardoise-47-fontaine' }
  const env = { ...settings, PARVIS_DATA_DIR: path.join(root, name) }
  if (testEngine() === 'embedded') return readConfig(env)
  const { url, drop } = await createServerDatabase()
  drops.push(drop)
  return readConfig({ ...env, DATABASE_URL: url })
}

/** Opens an application for one test, with a folder for its list of deletions. */
async function openApp(): Promise<{ app: TestApp; dir: string }> {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  return { app, dir: await mkdtemp(path.join(root, 'liste-')) }
}

/** Writes a list with the deletion of a single account. */
async function writeList(dir: string, user_id: string): Promise<void> {
  const erased = { digest: erasureDigest('app_user', user_id), erased_at: new Date().toISOString() }
  await writeFile(path.join(dir, erasureListName), `${JSON.stringify(erased)}\n`)
}

test('PRV-06 what was erased after a backup is erased again when that backup is restored, and nothing else', { timeout: 180_000 }, async () => {
  const config = await place(randomUUID())
  if (config.database.kind === 'embedded') await copyReadyDatabase(config.database.dir, 'migrated')
  const database = await openDatabase(config.database, silentLog)
  await migrate(database, migrations, silentLog)
  const listening =
    database.engine === 'embedded'
      ? await listenForOperator(config.dataDir, { instantane: async () => ({ dir: await takeSnapshot(config.dataDir, database) }) })
      : undefined
  const live = await createTestApp({ database, config })
  await live.createUser({ username: 'admin', is_admin: true })
  const [gone, stays] = [await live.createUser({ username: 'partie' }), await live.createUser({ username: 'reste' })]
  const theirs = await fill(live, gone, 'renoncule')
  const kept = await fill(live, stays, 'pivoine')
  const backups = path.join(root, randomUUID())
  const archive = path.join(backups, 'lundi.tar.gz')
  await backUp(config, archive)

  const left = await live.call(rights.deleteOwnAccount, { token: gone.token, body: { password: gone.password, shared_documents: 'delete' } })
  expect(left.status).toBe(200)
  expect((await live.call(routes.documents.remove, { token: stays.token, params: { id: kept.shared } })).status).toBe(200)
  const ownPrompts = await live.db.selectFrom('personal_prompt').where('owner_id', '=', stays.id).select('id').execute()
  for (const { id } of ownPrompts) await live.call(routes.personalPrompts.remove, { token: stays.token, params: { id } })
  // The next backup puts the list beside the earlier ones.
  await backUp(config, path.join(backups, 'mardi.tar.gz'))
  await live.close()
  await listening?.close()
  await database.close()
  const list = await readFile(path.join(backups, erasureListName), 'utf8')
  expect(list).toContain(erasureDigest('app_user', gone.id))
  for (const word of [gone.id, gone.username, gone.email, 'renoncule', theirs.shared]) expect(list).not.toContain(word)

  const target = await place(randomUUID())
  await restoreInstance(target, archive, migrations)
  const restored = await start(target, async () => {})
  const { db, blobs } = restored.app.context
  try {
    const names = await db.selectFrom('app_user').select('username').orderBy('username').execute()
    expect(names.map(({ username }) => username)).toEqual(['admin', 'reste'])
    expect(await db.selectFrom('conversation').select('id').execute()).toEqual([{ id: kept.conversation }])
    expect([ownPrompts.length, await db.selectFrom('personal_prompt').select('id').execute()]).toEqual([1, []])
    const documents = await db.selectFrom('document').select(['owner_id', 'blob_id']).execute()
    expect(documents.map(({ owner_id }) => owner_id)).toEqual([stays.id, stays.id])
    for (const { blob_id } of documents) expect(await blobs.withPath(blob_id!, async () => true)).toBe(true)
    // All but `marque`, the file by which instances recognise their shared folder.
    const files = (await listFiles(path.join(target.dataDir, 'fichiers'))).map((name) => path.basename(name)).filter((name) => name !== 'marque')
    expect(files.toSorted()).toEqual(documents.map(({ blob_id }) => blob_id).toSorted())
  } finally {
    await restored.stop()
  }
})

test('the list of the data directory follows the database, is read again once, and survives an unfinished line', async () => {
  const { app, dir } = await openApp()
  const admin = await app.createUser({ is_admin: true })
  const mirror = erasureMirror(app.context, folderErasures(dir))
  const [one, two] = [await app.createUser(), await app.createUser()]
  await app.call(users.remove, { token: admin.token, params: { id: one.id } })
  await mirror()
  await mirror()
  expect((await readErasures(dir)).map(({ digest }) => digest)).toEqual([erasureDigest('app_user', one.id)])
  await app.call(users.remove, { token: admin.token, params: { id: two.id } })
  await mirror()
  expect(await readErasures(dir)).toHaveLength(2)
  await appendFile(path.join(dir, erasureListName), '{"digest":"ab')
  expect(await readErasures(dir)).toHaveLength(2)
  expect(await replayErasures(app.context, folderErasures(dir))).toBe(0)
  await writeFile(path.join(dir, erasureListName), 'autre chose\n')
  await expect(replayErasures(app.context, folderErasures(dir))).rejects.toThrow('est illisible')
})

test.each(['is set right', 'stays ahead of the database’s'])('what is erased after a clock that was ahead %s is in the list', async (what) => {
  const { app, dir } = await openApp()
  const ahead = Date.now() + 3_600_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => ahead)
  onTestFinished(() => void clock.mockRestore())
  const mirror = erasureMirror(app.context, folderErasures(dir))
  if (what === 'is set right') clock.mockRestore()
  const admin = await app.createUser({ is_admin: true })
  const gone = await app.createUser()
  await app.call(users.remove, { token: admin.token, params: { id: gone.id } })
  await mirror()
  await mirror()
  expect((await readErasures(dir)).map(({ digest }) => digest)).toEqual([erasureDigest('app_user', gone.id)])
})

test('an erased administrator does not come back, even when nobody else of the backup administers', async () => {
  const { app, dir } = await openApp()
  const admin = await app.createUser({ is_admin: true })
  await writeList(dir, admin.id)
  expect(await replayErasures(app.context, folderErasures(dir))).toBe(1)
  expect(await app.db.selectFrom('app_user').selectAll().execute()).toEqual([])
})

test('what an erased owner left to a manager stays on an older backup, with its files', async () => {
  const { app, dir } = await openApp()
  await app.createUser({ is_admin: true })
  const [owner, manager] = [await app.createUser(), await app.createUser()]
  const { project, own } = await fill(app, owner, 'anémone')
  await app.call(routes.projects.addFiles, { token: owner.token, params: { id: project }, form: fileForm('note.txt', 'Une note.', {}, 'document') })
  const grants = [{ subject: 'user' as const, id: manager.id, level: 'manage' as const }]
  await app.call(routes.grants.set, { token: owner.token, params: { kind: 'project', id: project }, body: { grants } })
  await writeList(dir, owner.id)
  expect(await replayErasures(app.context, folderErasures(dir))).toBe(1)
  const documents = await app.db.selectFrom('document').where('owner_id', 'is not', null).select(['id', 'owner_id', 'blob_id']).execute()
  expect(documents.map(({ owner_id }) => owner_id)).toEqual([manager.id])
  expect(documents.map(({ id }) => id)).not.toContain(own)
  expect(await app.context.blobs.withPath(documents[0]!.blob_id!, async () => true)).toBe(true)
  expect((await app.call(routes.projects.get, { token: manager.token, params: { id: project } })).body.role).toBe('owner')
})
