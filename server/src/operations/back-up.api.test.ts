import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/types.ts'
import { packDirectory, unpackDirectory } from './data-files.ts'
import { migrations } from '../platform/db/migrations/index.ts'
import { createServerDatabase, testEngine } from '../testing/databases/database.ts'
import { holdEngineCode, copyReadyDatabase } from '../testing/databases/ready-database.ts'
import { canMountDisks } from '../testing/fakes/small-disk.ts'
import { openFolder } from '../testing/folder.ts'
import { backUp } from './back-up.ts'
import { callServer, listenForOperator } from './operator-socket.ts'
import { restoreInstance } from './restore-instance.ts'
import { createKey } from './encryption.ts'
import { takeSnapshot } from './snapshot.ts'
import { readTables } from './tables.ts'
import { isFullRun } from '../testing/full-run.ts'

const root = openFolder('sauvegarde')
const drops: (() => Promise<void>)[] = []
beforeAll(() => holdEngineCode())
afterAll(async () => {
  for (const drop of drops) await drop()
})

/** Returns the configuration of an instance that does not exist yet. */
async function place(engine: 'embedded' | 'postgres', dataDir = path.join(root, randomUUID())): Promise<Config> {
  if (engine === 'embedded') return readConfig({ PARVIS_DATA_DIR: dataDir })
  const { url, drop } = await createServerDatabase()
  drops.push(drop)
  return readConfig({ PARVIS_DATA_DIR: dataDir, DATABASE_URL: url })
}

/** Makes a folder look like the root of a mounted disk that was repaired by a file system check. */
async function giveDisk(dir: string): Promise<void> {
  await mkdir(path.join(dir, 'lost+found'), { recursive: true })
  await writeFile(path.join(dir, 'lost+found', '#12'), 'x')
}

/** Starts an instance with a user, a document with its file, and a secret. With an embedded database it also listens for operator commands. */
async function startInstance(config: Config): Promise<{ database: Database; stop(): Promise<void> }> {
  await mkdir(path.join(config.dataDir, 'fichiers', 'ab'), { recursive: true })
  await mkdir(path.join(config.dataDir, 'fichiers', 'en-cours'))
  await mkdir(path.join(config.dataDir, 'outbox'))
  await mkdir(path.join(config.dataDir, 'recherche'))
  await giveDisk(config.dataDir)
  await giveDisk(path.join(config.dataDir, 'fichiers'))
  const files = {
    secret: 'f'.repeat(64),
    'fichiers/ab/abc': randomBytes(70_000),
    'fichiers/en-cours/moitie': 'x',
    'outbox/mail.eml': 'x',
    'recherche/index': 'x',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(config.dataDir, name), content)
  if (config.database.kind === 'embedded') await copyReadyDatabase(config.database.dir, 'migrated')
  const database = await openDatabase(config.database, silentLog)
  await migrate(database, migrations, silentLog)
  await sql`insert into app_user (username, username_key, email, email_key, password_hash, is_admin) values ('a', 'a', 'a@b.fr', 'a@b.fr', 'x', true)`.execute(
    database.db,
  )
  const listening =
    database.engine === 'embedded'
      ? await listenForOperator(config.dataDir, { instantane: async () => ({ dir: await takeSnapshot(config.dataDir, database) }) })
      : undefined
  return { database, stop: async () => (await listening?.close(), await database.close()) }
}

const prompts = async (config: Config): Promise<number[]> => {
  const database = await openDatabase(config.database, silentLog)
  const { rows } = await sql<{ name: number }>`select name::int as name from prompt order by name::int`.execute(database.db)
  await database.close()
  return rows.map(({ name }) => name)
}

const longName = path.join(...Array.from({ length: 8 }, () => 'un-nom-de-dossier-assez-long'))

describe('an instance in use, at a path longer than a socket accepts', () => {
  it('REL-24 is saved with all that it had confirmed, and restored on either engine', { timeout: 120_000 }, async () => {
    const config = await place(testEngine(), path.join(root, randomUUID(), longName))
    const { database, stop } = await startInstance(config)
    const confirmed: number[] = []
    let stopped = false
    let next = 0
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!stopped) {
          const id = (next += 1)
          await sql`insert into prompt (name, content) values (${String(id)}, 'texte')`.execute(database.db)
          confirmed.push(id)
        }
      }),
    )
    await expect.poll(() => confirmed.length, { timeout: 20_000 }).toBeGreaterThan(50)
    const promised = [...confirmed]
    const archive = path.join(root, `${randomUUID()}.tar.gz`)
    const { manifest } = await backUp(config, archive)
    stopped = true
    await writing
    await stop()
    expect(confirmed.length).toBeGreaterThan(promised.length)
    expect(manifest.files.map((file) => file.path)).toEqual(['fichiers/ab/abc', 'secret'])
    expect((await readdir(config.dataDir)).sort()).toEqual(
      testEngine() === 'embedded'
        ? ['base', 'fichiers', 'lost+found', 'outbox', 'recherche', 'secret']
        : ['fichiers', 'lost+found', 'outbox', 'recherche', 'secret'],
    )

    // The embedded test project restores to its own engine; the full run (`PARVIS_WHOLE`) restores each engine to each.
    for (const engine of isFullRun ? new Set([testEngine(), 'embedded' as const]) : [testEngine()]) {
      const target = await place(engine)
      await giveDisk(target.dataDir)
      await restoreInstance(target, archive, migrations)
      expect(await readdir(path.join(target.dataDir, 'lost+found'))).toEqual(['#12'])
      const there = new Set(await prompts(target))
      expect(promised.filter((id) => !there.has(id))).toEqual([])
      for (const file of ['secret', 'fichiers/ab/abc'])
        expect((await readFile(path.join(target.dataDir, file))).equals(await readFile(path.join(config.dataDir, file)))).toBe(true)
      expect((await stat(path.join(target.dataDir, 'secret'))).mode & 0o777).toBe(0o600)
      await expect(restoreInstance(target, archive, migrations)).rejects.toThrow('contient déjà une instance')
    }
  })
})

/** Tests that do not depend on the engine run on the faster one, and on both in the full run. */
const isTried = isFullRun || testEngine() === 'postgres'

describe.runIf(isTried)('a sealed archive', { timeout: 120_000 }, () => {
  it('REL-24 is restored with its key, and is nothing without', async () => {
    const config = await place(testEngine())
    const { database, stop } = await startInstance(config)
    await sql`insert into prompt (name, content) values ('1', 'Confidence')`.execute(database.db)
    const identityFile = path.join(root, `${randomUUID()}.cle`)
    const sealed = { ...config, backup: { ...config.backup, keys: [await createKey(identityFile)] } }
    const archive = path.join(root, `${randomUUID()}.tar.gz`)
    await backUp(sealed, archive)
    await stop()
    expect((await readFile(archive)).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')

    const without = await place(testEngine())
    await expect(restoreInstance(without, archive, migrations)).rejects.toThrow('est chiffrée')
    expect(existsSync(without.dataDir)).toBe(false)
    await restoreInstance({ ...without, backup: { ...without.backup, identityFile } }, archive, migrations)
    expect(await prompts(without)).toEqual([1])
  })
})

it('a file that is no archive is refused, and leaves no folder that was not there', async () => {
  const file = path.join(root, `${randomUUID()}.tar.gz`)
  await writeFile(file, 'x'.repeat(2_000))
  const target = await place('embedded')
  await expect(restoreInstance(target, file, migrations)).rejects.toThrow('est illisible ou incomplète')
  expect(existsSync(target.dataDir)).toBe(false)
  await mkdir(target.dataDir)
  await expect(restoreInstance(target, file, migrations)).rejects.toThrow('est illisible ou incomplète')
  expect(await readdir(target.dataDir)).toEqual([])
})

describe.runIf(isTried)('an archive', { timeout: 120_000 }, () => {
  let archive: string
  beforeAll(async () => {
    const config = await place('embedded')
    const { stop } = await startInstance(config)
    archive = path.join(root, 'bonne.tar.gz')
    await backUp(config, archive)
    await stop()
  })

  /** Returns a valid archive (tar and gzip) whose content was altered by `change`. */
  async function altered(change: (dir: string) => Promise<void>): Promise<string> {
    const dir = await mkdtemp(path.join(root, 'dedans-'))
    await pipeline(createReadStream(archive), createGunzip(), unpackDirectory(dir))
    await change(dir)
    await pipeline(packDirectory(dir), createGzip(), createWriteStream(`${dir}.tar.gz`))
    return `${dir}.tar.gz`
  }
  const inManifest = (change: (manifest: Record<string, unknown>) => void) =>
    altered(async (dir) => {
      const file = path.join(dir, 'sauvegarde.json')
      const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
      change(manifest)
      await writeFile(file, JSON.stringify(manifest))
    })
  const cut = async (length: (size: number) => number) => {
    const whole = await readFile(archive)
    const file = path.join(root, `${randomUUID()}.tar.gz`)
    await writeFile(file, whole.subarray(0, length(whole.length)))
    return file
  }

  const unreadable = 'est illisible ou incomplète'
  it.each<[string, () => Promise<string>, string]>([
    ['cut short', () => cut((size) => size - 50), unreadable],
    ['empty', () => cut(() => 0), unreadable],
    ['with one letter of a file changed', () => altered((dir) => writeFile(path.join(dir, 'donnees', 'secret'), `e${'f'.repeat(63)}`)), unreadable],
    ['with a file more', () => altered((dir) => writeFile(path.join(dir, 'donnees', 'en-plus'), 'x')), unreadable],
    ['with a file less', () => altered((dir) => rm(path.join(dir, 'donnees', 'fichiers', 'ab', 'abc'))), unreadable],
    ['with a table changed', () => altered((dir) => writeFile(path.join(dir, 'tables', 'app_user.ndjson'), '')), unreadable],
    ['without a table', () => altered((dir) => rm(path.join(dir, 'tables', 'prompt.ndjson'))), unreadable],
    ['that says nothing of itself', () => altered((dir) => rm(path.join(dir, 'sauvegarde.json'))), 'n’est pas une sauvegarde de Parvis'],
    ['of a later format', () => inManifest((manifest) => void (manifest['version'] = 2)), 'version plus récente de Parvis'],
    ['of a later schema', () => inManifest((manifest) => (manifest['migrations'] as string[]).push('2099-01-01-demain')), '2099-01-01-demain'],
    ['that forgets a table', () => inManifest((manifest) => (manifest['tables'] as unknown[]).pop()), 'n’est pas identique'],
  ])('%s is refused, and nothing is left', async (_title, make, sentence) => {
    const target = await place(testEngine())
    await expect(restoreInstance(target, await make(), migrations)).rejects.toThrow(sentence)
    expect(existsSync(target.dataDir)).toBe(false)
    if (target.database.kind === 'embedded') return
    const { db, close } = await openDatabase(target.database, silentLog)
    expect(await readTables(db)).toEqual([])
    await close()
  })

  /** Mounts a folder of this machine under another name: for the system, a rename between the two crosses disks. */
  const bind = async (folder: string, name: string) => {
    await mkdir(name)
    execFileSync('mount', ['--bind', folder, name])
    return () => execFileSync('umount', ['--lazy', name])
  }
  const link = async (folder: string, name: string) => {
    await symlink(folder, name)
    return () => {}
  }

  const ways: [string, (folder: string, name: string) => Promise<() => unknown>][] = [['a link to', link]]
  if (canMountDisks()) ways.push(['the mount of', bind])

  it.each(ways)('fills the folder of files, and the one of the base, where each is %s another disk', async (_way, lead) => {
    const target = await place(testEngine())
    // In memory if possible: that disk may be small.
    const elsewhere = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : root, 'parvis-ailleurs-'))
    const folders = { fichiers: path.join(elsewhere, 'fichiers'), base: path.join(root, randomUUID()) }
    const undo: (() => unknown)[] = []
    try {
      await mkdir(target.dataDir)
      for (const [name, folder] of Object.entries(folders)) {
        await giveDisk(folder)
        undo.push(await lead(folder, path.join(target.dataDir, name)))
      }
      const { ino } = await lstat(path.join(target.dataDir, 'fichiers'))
      await restoreInstance(target, archive, migrations)
      expect((await lstat(path.join(target.dataDir, 'fichiers'))).ino).toBe(ino)
      expect((await readdir(folders.fichiers)).toSorted()).toEqual(['ab', 'lost+found'])
      expect((await stat(path.join(folders.fichiers, 'ab', 'abc'))).size).toBe(70_000)
      expect(await prompts(target)).toEqual([])
      await expect(restoreInstance(target, archive, migrations)).rejects.toThrow('contient déjà une instance')
    } finally {
      for (const away of undo) away()
      await rm(elsewhere, { recursive: true, force: true })
    }
  })

  it('is named by itself, not by its folder', async () => {
    await expect(restoreInstance(await place('embedded'), root, migrations)).rejects.toThrow(`par exemple ${path.join(root, 'parvis.tar.gz')}.`)
  })

  it('keeps out of its own instance, and out of a place that cannot be written', async () => {
    const config = await place('embedded')
    await expect(backUp(config, path.join(config.dataDir, 'x.tar.gz'))).rejects.toThrow('hors du dossier de données')
    await expect(backUp(config, path.join(root, 'x.tar.gz'))).rejects.toThrow('ne contient pas d’instance')
    const { stop } = await startInstance(config)
    await writeFile(path.join(root, 'fichier'), '')
    await expect(backUp(config, path.join(root, 'fichier', 'x.tar.gz'))).rejects.toThrow(
      /n’a pas pu être écrite dans .*\. Un fichier tient la place d’un dossier\u00a0: /,
    )
    const folder = path.join(root, 'dossier')
    await mkdir(folder, { recursive: true })
    await expect(backUp(config, folder)).rejects.toThrow(`par exemple ${path.join(folder, 'parvis.tar.gz')}.`)
    expect((await readdir(config.dataDir)).filter((name) => name.startsWith('sauvegarde-'))).toEqual([])
    await stop()
  })
})

it('the socket of the commands is for the owner alone, and refuses with a sentence what it does not know or cannot do', async () => {
  const dataDir = await mkdtemp(path.join(root, 'prise-'))
  await chmod(dataDir, 0o755)
  expect(await callServer(dataDir, 'rien', {})).toBeUndefined()
  const listening = await listenForOperator(dataDir, {
    echo: async (asked) => asked,
    plein: () => writeFile('/dev/full', 'x'),
    imprevu: () => Promise.reject(new Error('Confidence')),
  })
  expect((await stat(path.join(dataDir, 'commandes.sock'))).mode & 0o777).toBe(0o600)
  expect(await callServer(dataDir, 'echo', { mots: ['é'] })).toEqual({ answer: { mots: ['é'] } })
  await expect(callServer(dataDir, 'rien', {})).rejects.toThrow('Le serveur ne connaît pas cette commande')
  await expect(callServer(dataDir, 'plein', {})).rejects.toThrow(/^La place manque sur le disque$/)
  await expect(callServer(dataDir, 'imprevu', {})).rejects.toThrow(/^Le serveur n’a pas pu exécuter la commande\u00a0: voyez son journal\.$/)
  await listening.close()
  expect(await readdir(dataDir)).toEqual([])
})
