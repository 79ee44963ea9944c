import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { seedCatalogue } from '../../seed/index.ts'
import type { FirstAdmin } from './features/auth/registration/create-first-admin.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { silentLog } from './platform/log.ts'
import { erasureListName } from './operations/erasures/erasure-list.ts'
import { start } from './start.ts'
import { createServerDatabase, testEngine } from './testing/databases/database.ts'
import { copyReadyDatabase } from './testing/databases/ready-database.ts'
import { startFakeS3 } from './testing/fakes/fake-s3-server.ts'
import { freshFolder, openFolder } from './testing/folder.ts'

/** Code preloaded in a process so that its port is free when first tried, and taken when the server listens. */
const portTakenLater = `
  import { Server } from 'node:net'
  const { listen } = Server.prototype
  let tries = 0
  Server.prototype.listen = function (...words) {
    if (words[0]?.port === undefined || (tries += 1) < 2) return listen.apply(this, words)
    setImmediate(() => this.emit('error', Object.assign(new Error('taken'), { code: 'EADDRINUSE' })))
    return this
  }`

/** Runs the program itself; `said` returns its output. */
function run(settings: Record<string, string>): { child: ChildProcess; said(): string } {
  const env = { PATH: process.env['PATH'], PORT: '0', PARVIS_DEMO: 'false', ...settings }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)))
  return { child, said: () => text }
}

describe.runIf(testEngine() === 'embedded')('an instance alone', () => {
  const dir = freshFolder('instance')

  test('says in one sentence that its list of erasures cannot be read', async () => {
    await copyReadyDatabase(path.join(dir, 'base'), 'migrated')
    const list = path.join(dir, erasureListName)
    await writeFile(list, 'autre chose\n')
    const { child, said } = run({ PARVIS_DATA_DIR: dir, LOG_LEVEL: 'silent' })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said()).toBe(`La liste des effacements ${list} est illisible.\n`)
  })

  test('makes no account when its pages cannot be served, and is whole at the next start', async () => {
    const config = readConfig({ PARVIS_DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent' })
    await copyReadyDatabase(path.join(dir, 'base'), 'migrated')
    const told: FirstAdmin[] = []
    const cut = () => Promise.reject(new Error('the pages are not built'))
    await expect(start(config, cut, (admin) => told.push(admin))).rejects.toThrow('the pages are not built')
    expect(told).toEqual([])
    const noPages = async () => {}
    const { app, stop } = await start(config, noPages, (admin) => told.push(admin))
    try {
      expect(told).toEqual([{ username: 'admin', password: expect.any(String) }])
      const { db } = app.context
      const projects = db.selectFrom('project').innerJoin('app_user', 'app_user.id', 'project.owner_id')
      const owned = await projects.where('username', '=', 'admin').select('name').execute()
      expect(new Set(owned.map(({ name }) => name))).toEqual(new Set(seedCatalogue.projects.map(({ name }) => name)))
      expect(await db.selectFrom('assistant').select('id').execute()).toHaveLength(seedCatalogue.assistants.length)
    } finally {
      await stop()
    }
  })

  test('starts on a machine so slow that statements pass their time limit', async () => {
    const slow = freshFolder('slow')
    const config = readConfig({ PARVIS_DATA_DIR: slow, PORT: '0', LOG_LEVEL: 'silent' })
    // A time limit that the first statements exceed even on an ordinary machine.
    const database = { kind: 'embedded' as const, dir: path.join(slow, 'base'), watchdogMs: 20 }
    const { url, stop } = await start({ ...config, database }, async () => {})
    expect(url).toMatch(/^http:/)
    await stop()
  })

  test('says the password that it made even when it cannot listen after that', async () => {
    await copyReadyDatabase(path.join(dir, 'base'), 'migrated')
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(portTakenLater)}`
    const { child, said } = run({ PARVIS_DATA_DIR: dir, LOG_LEVEL: 'silent', NODE_OPTIONS })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said()).toMatch(/^Premier administrateur : admin\nMot de passe \(affiché une seule fois, à changer\) : ([a-z2-9]{5}-){3}[a-z2-9]{5}$/m)
    expect(said()).toContain('le port 0 est déjà utilisé.')
    expect(said()).not.toContain('Parvis est prêt')
  })
})

describe.runIf(testEngine() === 'postgres')('an instance beside others', () => {
  const dir = openFolder('instance')

  test('stops by itself once a newer version has updated the database, says so, and does not start again', async () => {
    const sentence = 'La base de données a été mise à jour par une version plus récente de Parvis (« 9999-12-31-plus-tard »).'
    const { url, drop } = await createServerDatabase(process.env['TEST_POSTGRES_TEMPLATE'])
    onTestFinished(drop)
    const settings = { PARVIS_DATA_DIR: dir, DATABASE_URL: url }
    const first = run(settings)
    await vi.waitFor(() => expect(first.said()).toContain('Parvis est prêt'), { timeout: 60_000, interval: 50 })
    const { db, close } = await openDatabase({ kind: 'postgres', url }, silentLog)
    await sql`insert into schema_migrations (id, checksum) values ('9999-12-31-plus-tard', '')`.execute(db)
    await close()
    expect(await once(first.child, 'exit')).toEqual([1, null])
    expect(first.said()).toContain(sentence)
    const again = run(settings)
    expect(await once(again.child, 'exit')).toEqual([1, null])
    expect(again.said()).toContain(sentence)
    expect(again.said()).not.toContain('Parvis est prêt')
  })

  test('that is refused for its files has not changed where the others store theirs', async () => {
    const { url, drop } = await createServerDatabase(process.env['TEST_POSTGRES_TEMPLATE'])
    const store = await startFakeS3()
    onTestFinished(async () => {
      await store.close()
      await drop()
    })
    const settings = { PARVIS_DATA_DIR: dir, DATABASE_URL: url, PORT: '0', PARVIS_DEMO: 'false', LOG_LEVEL: 'silent' }
    const { app, stop } = await start(readConfig(settings), async () => {})
    onTestFinished(stop)
    const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings
    const bucketSettings = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
    await expect(start(readConfig({ ...settings, ...bucketSettings }), async () => {})).rejects.toThrow(/S3_BUCKET .*range les documents ailleurs/)
    expect(await app.context.db.selectFrom('file_store').select(['target', 'is_marked']).execute()).toEqual([{ target: 'dossier', is_marked: false }])
    expect(store.requests).toEqual([])
  })
})
