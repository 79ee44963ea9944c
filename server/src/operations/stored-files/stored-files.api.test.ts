import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToLibrary, makeDue, uploadPrivate } from '../../features/documents/documents.fixture.ts'
import { createFileBlobs } from '../../platform/blobs/file-blobs.ts'
import type { S3Settings } from '../../platform/config/read-files.ts'
import { readConfig, type Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { silentLog } from '../../platform/log.ts'
import { prepareFiles } from '../../setup/prepare-files.ts'
import { start } from '../../start.ts'
import { createServerDatabase, testEngine } from '../../testing/databases/database.ts'
import { copyReadyDatabase, holdEngineCode } from '../../testing/databases/ready-database.ts'
import { startFakeS3, type FakeS3Server } from '../../testing/fakes/fake-s3-server.ts'
import { openFolder } from '../../testing/folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { backUp } from '../back-up.ts'
import { restorationMark } from '../data-files.ts'
import { openErasureList } from '../erasures/open-erasure-list.ts'
import { erasureMirror } from '../erasures/replay-erasures.ts'
import { listenForOperator } from '../operator-socket.ts'
import { restoreInstance } from '../restore-instance.ts'
import { takeSnapshot } from '../snapshot.ts'

const root = openFolder('sauvegarde-du-stockage')
const closings: (() => Promise<unknown>)[] = []
let store: FakeS3Server
beforeAll(async () => {
  holdEngineCode()
  store = await startFakeS3()
  closings.push(() => store.close())
})
afterAll(async () => {
  for (const close of closings.toReversed()) await close()
})

/** Returns the configuration of an instance that does not exist yet, with its files under a prefix of the store; null: in its folder. */
async function newConfig(prefix: string | null, settings: Record<string, string> = {}): Promise<Config> {
  const dataDir = path.join(root, randomUUID())
  const { endpoint, bucket, accessKeyId, secretAccessKey }: S3Settings = store.settings
  const keys = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  const env = {
    PORT: '0',
    PARVIS_DEMO: 'false',
    LOG_LEVEL: 'silent',
    PARVIS_SECRET: 'k9Zr-4tQw-7Ylp-2Vbn-8Xcd-5Mhj-1Sag',
    PARVIS_DATA_DIR: dataDir,
    ...(prefix !== null && { ...keys, S3_PREFIX: prefix }),
    ...settings,
  }
  if (testEngine() === 'embedded') return readConfig(env)
  const { url, drop } = await createServerDatabase()
  closings.push(drop)
  return readConfig({ ...env, DATABASE_URL: url })
}

type Live = { config: Config; app: TestApp; owner: TestUser; ids: string[] }

/** Starts an instance with three documents in its library. */
async function startLive(prefix: string, settings: Record<string, string> = {}): Promise<Live> {
  const config = await newConfig(prefix, settings)
  await mkdir(config.dataDir, { recursive: true })
  if (config.database.kind === 'embedded') await copyReadyDatabase(config.database.dir, 'migrated')
  const database = await openDatabase(config.database, silentLog)
  await migrate(database, migrations, silentLog)
  const app = await createTestApp({ database, config })
  await prepareFiles(app.context)
  const owner = await app.createUser({ username: 'admin', is_admin: true })
  const ids: string[] = []
  for (const word of ['un', 'deux', 'trois']) ids.push((await addToLibrary(app, owner, `${word}.txt`, `Le texte numéro ${word}.`)).id)
  const listening =
    database.engine === 'embedded'
      ? await listenForOperator(config.dataDir, {
          instantane: async (input) => ({ dir: await takeSnapshot(config.dataDir, database, undefined, (input as { name?: unknown }).name) }),
        })
      : undefined
  closings.push(async () => {
    await listening?.close()
    await app.close()
    await database.close()
  })
  return { config, app, owner, ids }
}

const keysUnder = (prefix: string) => [...store.objects.keys()].filter((key) => key.startsWith(`${prefix}/`) && !/effacements|marque/.test(key))
const keyOf = async (app: TestApp, id: string) => {
  const { blob_id } = await app.db.selectFrom('document').where('id', '=', id).select('blob_id').executeTakeFirstOrThrow()
  return [...store.objects.keys()].find((key) => key.endsWith(blob_id!))!
}
const archiveFile = () => path.join(root, randomUUID(), 'parvis.tar.gz')

test('REL-24 a backup includes the files, which are restored under an empty prefix only, without those erased since', { timeout: 300_000 }, async () => {
  const { config, app, owner, ids } = await startLive('une')
  const archive = archiveFile()
  const { manifest } = await backUp(config, archive)
  expect(manifest).toMatchObject({ version: 1, missing_files: [], damaged_files: [] })
  expect(manifest.files.map(({ path: name }) => name)).toHaveLength(3)

  await app.call(routes.documents.remove, { token: owner.token, params: { id: ids[0]! } })
  await erasureMirror(app.context, openErasureList(config))()
  await backUp(config, path.join(path.dirname(archive), 'suivante.tar.gz'))

  const taken = await newConfig('une')
  await expect(restoreInstance(taken, archive, migrations)).rejects.toThrow('Une sauvegarde se restaure sous un préfixe vide.')
  expect(existsSync(taken.dataDir)).toBe(false)
  const target = await newConfig('autre')
  const broken = migrations.map((migration) => (migration.id === '0098-file-store' ? { ...migration, sql: 'select 1/0' } : migration))
  await expect(restoreInstance(target, archive, broken)).rejects.toThrow(/division by zero/)
  expect([existsSync(target.dataDir), keysUnder('autre'), store.objects.has('autre/marque')]).toEqual([false, [], false])
  // The store fails in the middle: the same command resumes once it answers again.
  store.objects.set = (key, object) => {
    if (/^autre\/[0-9a-f-]{36}$/.test(key)) store.fail('503')
    return Map.prototype.set.call(store.objects, key, object) as typeof store.objects
  }
  await expect(restoreInstance(target, archive, migrations)).rejects.toThrow('Le stockage objet ne répond pas')
  Reflect.deleteProperty(store.objects, 'set')
  store.fail(null)
  expect([keysUnder('autre').length, store.objects.has('autre/marque')]).toEqual([1, true])
  await restoreInstance(target, archive, migrations)
  expect(keysUnder('autre')).toHaveLength(3)
  expect(existsSync(path.join(target.dataDir, 'fichiers'))).toBe(false)
  const restored = await start(target, async () => {})
  try {
    const { db, blobs } = restored.app.context
    const documents = await db.selectFrom('document').select(['id', 'blob_id', 'sha256']).execute()
    expect(documents.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    expect(keysUnder('autre')).toHaveLength(2)
    for (const { blob_id, sha256 } of documents) expect(await blobs.withPath(blob_id!, (file) => readFile(file, 'utf8'), sha256)).toMatch(/^Le texte numéro/)
  } finally {
    await restored.stop()
  }

  // A restored copy may not use the prefix of the original.
  const original = { ...target, files: config.files }
  await expect(start(original, async () => {})).rejects.toThrow('ce bac a les fichiers d’une autre instance')

  const folder = await newConfig(null)
  await restoreInstance(folder, archive, migrations)
  expect(manifest.files.every(({ path: name }) => existsSync(path.join(folder.dataDir, name)))).toBe(true)
  await (await start(folder, async () => {})).stop()

  // The prefix has the files of a restoration that was killed.
  const again = await newConfig('autre')
  await expect(restoreInstance(again, archive, migrations)).rejects.toThrow('Une sauvegarde se restaure sous un préfixe vide.')
  await mkdir(again.dataDir, { recursive: true })
  // The restoration was killed under another prefix: this one belongs to an instance.
  await writeFile(path.join(again.dataDir, restorationMark), randomUUID())
  await expect(restoreInstance(again, archive, migrations)).rejects.toThrow('est celui d’une instance')
  await writeFile(path.join(again.dataDir, restorationMark), store.objects.get('autre/marque')!.bytes)
  await restoreInstance(again, archive, migrations)
  expect(keysUnder('autre')).toHaveLength(3)
})

test('a missing or damaged file is listed in the manifest, and the others are saved', { timeout: 120_000 }, async () => {
  const { config, app, ids } = await startLive('deux')
  const [missing, damaged] = [await keyOf(app, ids[0]!), await keyOf(app, ids[1]!)]
  store.objects.delete(missing)
  const object = store.objects.get(damaged)!
  store.objects.set(damaged, { ...object, bytes: Buffer.alloc(object.bytes.length, 'x') })
  const { manifest } = await backUp(config, archiveFile())
  expect(manifest.files).toHaveLength(1)
  expect(manifest.missing_files!.map((name) => path.basename(name))).toEqual([path.basename(missing)])
  expect(manifest.damaged_files!.map((name) => path.basename(name))).toEqual([path.basename(damaged)])

  const file = archiveFile()
  store.fail('503')
  await expect(backUp(config, file)).rejects.toThrow('Le stockage objet ne répond pas\u00a0: relancez la commande quand il répondra.')
  store.fail(null)
  expect(existsSync(file)).toBe(false)
})

test(
  'with BACKUP_FILES=liste, an archive has only the list of the files, and a restoration names those that the store lacks',
  { timeout: 120_000 },
  async () => {
    const { config, app, owner, ids } = await startLive('trois', { BACKUP_FILES: 'liste' })
    await uploadPrivate(app, owner, 'privé.txt', 'Une note.')
    await makeDue(app)
    const archive = archiveFile()
    const { manifest } = await backUp(config, archive)
    expect(manifest).toMatchObject({ version: 2, files: [], missing_files: [] })
    expect(manifest.stored_files).toHaveLength(4)
    await expect(restoreInstance(await newConfig(null), archive, migrations)).rejects.toThrow('réglez S3_ENDPOINT')
    const lost = await keyOf(app, ids[2]!)
    store.objects.delete(lost)
    const restored = await restoreInstance(await newConfig('trois'), archive, migrations)
    expect(restored.missing_files!.map((name) => path.basename(name))).toEqual([path.basename(lost)])
  },
)

test('during a move, the files of both stores are saved, and BACKUP_FILES=liste is refused', { timeout: 120_000 }, async () => {
  const { config, app, ids } = await startLive('quatre')
  const key = await keyOf(app, ids[0]!)
  const file = path.join(root, randomUUID())
  await writeFile(file, store.objects.get(key)!.bytes)
  await createFileBlobs(path.join(config.dataDir, 'fichiers')).put(path.basename(key), file)
  store.objects.delete(key)
  // As in a copy of the database that was made before the move.
  await app.db.updateTable('file_store').set({ target: 'dossier', is_whole: true }).execute()
  const { manifest } = await backUp(config, archiveFile())
  expect([manifest.files.length, manifest.missing_files, manifest.damaged_files]).toEqual([3, [], []])

  const listed = archiveFile()
  await expect(backUp({ ...config, backup: { ...config.backup, files: 'liste' } }, listed)).rejects.toThrow('BACKUP_FILES=liste ne les sauverait pas')
  expect(existsSync(listed)).toBe(false)
})
