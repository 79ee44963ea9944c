import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { silentLog } from '../platform/log.ts'
import { writeAuditEvent } from '../audit/write-audit-event.ts'
import type { Config } from '../platform/config/config.ts'
import { dataDirectory, openDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/types.ts'
import { packDirectory, removeOnSignal, backupFolderName, describeFiles, linkFiles, isInsideDataDir, makeWorkFolder } from './data-files.ts'
import { dumpDatabase, type Dump } from './dump.ts'
import { mergeErasures, type Erasure } from './erasures/erasure-list.ts'
import { openErasureList } from './erasures/open-erasure-list.ts'
import { readLines } from './load.ts'
import { filesFolder, manifestName, manifestVersion, tablePath, type BackupManifest, type FileRecord } from './manifest.ts'
import { OperationError, systemSentence } from './errors.ts'
import { callServer } from './operator-socket.ts'
import { createEncryption } from './encryption.ts'
import { snapshotArchive, snapshotBase } from './snapshot.ts'
import { listStoredFiles, openStoredFiles, packStoredFiles, peopleFilesFolder, type StoredFiles } from './stored-files/stored-files.ts'

type BackupReport = { manifest: BackupManifest; bytes: number }

/**
 * Backs up the whole instance to `file`, which appears complete or not at all. Works while the server runs: an embedded database is copied by the server
 * and the copy is read here; a PostgreSQL database is read in one transaction. Files of an object store are read after the database, from it.
 * @throws {OperationError} when there is no instance, or `file` cannot be written or is inside the data directory
 */
export async function backUp(config: Config, file: string): Promise<BackupReport> {
  if (isInsideDataDir(config.dataDir, file)) {
    throw new OperationError('Choisissez un fichier hors du dossier de données\u00a0: une sauvegarde ne se garde pas avec ce qu’elle sauve.')
  }
  // With PostgreSQL and an object store, this may be the first command on this machine.
  if (config.files.kind === 's3' && config.database.kind === 'postgres') await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(config.dataDir)) throw noInstance()
  const isFolder = await stat(file).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (isFolder) throw new OperationError(`${file} est un dossier\u00a0: indiquez le fichier où sauvegarder, par exemple ${path.join(file, 'parvis.tar.gz')}.`)
  // Checked first: an invalid key must not be found after an hour of reading.
  const encrypt = createEncryption(config.backup)
  const { dir, base, isCopy } = await openSnapshot(config)
  const unregister = removeOnSignal(dir, unfinishedName(file))
  const archive = snapshotArchive(dir)
  const files = path.join(archive, filesFolder)
  let database: Database | undefined
  try {
    database = await openDatabase(base, silentLog)
    if (!isCopy) await recordBackup(database)
    const store = await openStoredFiles(config, dir)
    if (!isCopy) await linkFiles(config.dataDir, files)
    const dump = await dumpDatabase(database, archive, isCopy ? undefined : () => linkFiles(config.dataDir, files))
    // They are read through the store, one by one.
    if (store !== null) await rm(path.join(files, peopleFilesFolder), { recursive: true, force: true })
    const content: ArchiveContent = { archive, dump, created_at: new Date().toISOString(), store, withFiles: config.backup.files === 'archive' }
    const { pieces, manifest } = archivePieces(content)
    const bytes = await writeArchive(pieces, file, encrypt)
    await mergeBackupErasures(archive, dump, path.dirname(file))
    // A file that was erased while the store was read is missing from the archive.
    if (store !== null) await mergeErasures(path.dirname(file), await openErasureList(config).read())
    return { manifest: await manifest, bytes }
  } finally {
    await database?.close()
    await rm(dir, { recursive: true, force: true })
    unregister()
  }
}

type ArchiveContent = {
  /** Folder of the dump, and of the files of the data directory. */
  archive: string
  dump: Dump
  created_at: string
  store: StoredFiles | null
  withFiles: boolean
}

/** Returns the bytes of a tar archive, and its manifest once they have been read. */
function archivePieces({ archive, dump, created_at, store, withFiles }: ArchiveContent): {
  pieces: AsyncIterable<Uint8Array>
  manifest: Promise<BackupManifest>
} {
  const { promise, resolve } = Promise.withResolvers<BackupManifest>()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const local = await describeFiles(path.join(archive, filesFolder))
    const saved = { records: [] as FileRecord[], missing_files: [] as string[], damaged_files: [] as string[] }
    if (store !== null && withFiles) yield* packStoredFiles(store, archive, dump.tables, saved)
    if (store !== null && !withFiles) await listStoredFiles(store, archive, dump.tables, saved)
    const { records, ...faults } = saved
    const files = withFiles ? [...local, ...records].toSorted((a, b) => (a.path < b.path ? -1 : 1)) : local
    const stored = store === null ? {} : { ...(!withFiles && { stored_files: records }), ...faults }
    const manifest: BackupManifest = { format: 'parvis', version: manifestVersion(stored), created_at, ...dump, files, ...stored }
    await writeFile(path.join(archive, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    resolve(manifest)
    yield* packDirectory(archive)
  }
  return { pieces: pieces(), manifest: promise }
}

/** Writes the backup to the audit trail. A database older than the trail is saved without. */
async function recordBackup({ db }: Database): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('public.audit_event') is not null as exists`.execute(db)
  if (rows[0]?.exists === true) await writeAuditEvent(db, new Date(), { act: 'operator.backup', outcome: 'done' })
}

/** Adds the deletions of this backup to the list beside the backups: restoring an older backup needs the later deletions. */
async function mergeBackupErasures(archive: string, { tables }: Dump, folder: string): Promise<void> {
  const columns = tables.find(({ name }) => name === 'erasure')?.columns
  if (columns === undefined) return
  const erasures: Erasure[] = []
  for await (const lines of readLines(tablePath(archive, 'erasure'))) {
    for (const line of lines) {
      const values = JSON.parse(line) as string[]
      const [digest, erased_at] = ['digest', 'erased_at'].map((name) => values[columns.indexOf(name)]) as [string, string]
      erasures.push({ digest, erased_at: new Date(erased_at).toISOString() })
    }
  }
  await mergeErasures(folder, erasures)
}

const noInstance = () => new OperationError('Il n’y a rien à sauvegarder\u00a0: ce dossier de données ne contient pas d’instance de Parvis.')

/** Returns a database that can be read without blocking the server, and the work folder. `isCopy` is true when the server made a copy, files included. */
async function openSnapshot({ dataDir, database: base }: Config): Promise<{ dir: string; base: Config['database']; isCopy: boolean }> {
  if (base.kind === 'embedded') {
    const dir = await requestCopy(dataDir)
    if (dir !== undefined) return { dir, base: { kind: 'embedded', dir: snapshotBase(dir) }, isCopy: true }
    if (!existsSync(dataDirectory(base.dir))) throw noInstance()
  }
  return { dir: await makeWorkFolder(dataDir, 'sauvegarde-'), base, isCopy: false }
}

/** Asks the running server for a copy, and returns its folder; undefined when no server runs. */
async function requestCopy(dataDir: string): Promise<string | undefined> {
  const name = backupFolderName()
  // Registered before the folder exists: a signal may arrive after the server has answered and before this process has read the answer.
  const release = removeOnSignal(path.join(dataDir, name))
  const response = await callServer(dataDir, 'instantane', { name }).finally(release)
  if (response === undefined) return undefined
  // The server may know the same folder under another path, from another container.
  return path.join(dataDir, path.basename((response.answer as { dir: string }).dir))
}

const unfinishedName = (file: string): string => `${file}.incomplet`

async function writeArchive(pieces: AsyncIterable<Uint8Array>, file: string, seal: ReturnType<typeof createEncryption>): Promise<number> {
  const unfinished = unfinishedName(file)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    const archive = Readable.from(pieces).compose(createGzip())
    await pipeline(seal === null ? archive : seal(archive), createWriteStream(unfinished, { mode: 0o600 }))
    await flush(unfinished)
    await rename(unfinished, file)
    await flush(path.dirname(file))
    return (await stat(file)).size
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    const reason = systemSentence(cause) ?? (code === undefined ? null : `Le système a répondu ${code}`)
    throw new OperationError(`La sauvegarde n’a pas pu être écrite dans ${file}.${reason === null ? '' : ` ${reason}.`}`, { cause })
  } finally {
    // A target that is not writable has nothing to remove.
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

async function flush(target: string): Promise<void> {
  const handle = await open(target, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
