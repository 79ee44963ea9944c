import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, renameSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { silentLog } from '../platform/log.ts'
import type { Config } from '../platform/config/config.ts'
import { dataDirectory, openDatabase } from '../platform/db/database.ts'
import type { Migration } from '../platform/db/migrate.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { installDataDirectory } from '../platform/db/embedded/data-directory.ts'
import { lockDirectory } from '../platform/db/embedded/directory-lock.ts'
import { fsyncPath } from '../platform/db/embedded/durable-fs.ts'
import { unpackDirectory, removeOnSignal, describeFile, describeFiles, instanceFiles, isInsideDataDir, makeWorkFolder } from './data-files.ts'
import { markRestoration, isRestorationUnfinished, readBucketMark } from './interrupted/unfinished-restoration.ts'
import { erasureListName, readErasures } from './erasures/erasure-list.ts'
import { openErasureList } from './erasures/open-erasure-list.ts'
import { knownMigrations, loadDatabase, requireEmptyDatabase } from './load.ts'
import { filesFolder, readManifest, tablePath, type BackupManifest } from './manifest.ts'
import { OperationError, systemSentence } from './errors.ts'
import { createDecryption } from './encryption.ts'
import { snapshotBase } from './snapshot.ts'
import {
  emptyStore,
  missingFromStore,
  openTargetStore,
  requireEmptyStore,
  sendToStore,
  writeFileLocation,
  type TargetStore,
} from './stored-files/stored-files.ts'

/**
 * Restores an instance from a backup, on either database engine, at the schema of the archive: the next start migrates it. The target must hold no
 * instance; after a failure it still holds none. Files go to the object store of the settings, if there is one, and its prefix must be empty; those of an
 * archive that only lists them must be there already.
 * @returns the manifest; `missing_files` also has the listed files that the store does not have
 * @throws {OperationError} when the target is not empty, or when the file is damaged or of a newer version
 */
export async function restoreInstance(config: Config, file: string, migrations: readonly Migration[]): Promise<BackupManifest> {
  if (!existsSync(file)) throw new OperationError(`Le fichier ${file} n’existe pas.`)
  if (isFolder(file))
    throw new OperationError(`${file} est un dossier\u00a0: indiquez la sauvegarde à restaurer, par exemple ${path.join(file, 'parvis.tar.gz')}.`)
  // Files of an interrupted restoration are deleted from the data directory.
  if (isInsideDataDir(config.dataDir, file))
    throw new OperationError('Placez la sauvegarde hors du dossier de données\u00a0: une restauration peut retirer ce qu’elle y trouve.')
  const { dataDir, database } = config
  const createdFolders = [dataDir, ...(database.kind === 'embedded' ? [database.dir] : [])].filter((folder) => !existsSync(folder))
  try {
    return await restoreInto(config, file, migrations)
  } catch (error) {
    // The database folder may be inside the data directory.
    for (const folder of createdFolders.toReversed()) await rmdir(folder).catch(() => {})
    throw error
  }
}

/** Restores into the configured folders, which are created if missing and left empty on failure. */
async function restoreInto(config: Config, file: string, migrations: readonly Migration[]): Promise<BackupManifest> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const release = await lockTarget(config)
  try {
    const work = await makeWorkFolder(config.dataDir, 'restauration-')
    const unregister = removeOnSignal(work)
    try {
      await unpack(file, work, await createDecryption(file, config.backup))
      const manifest = await readManifest(work)
      await verify(work, manifest, file)
      // Checked before a database is created.
      knownMigrations(manifest, migrations)
      const store = await openTargetStore(config, work)
      const { stored_files: listed } = manifest
      if (store !== null && !manifest.tables.some(({ name }) => name === 'file_store'))
        throw new OperationError(
          'Cette sauvegarde vient d’une version sans stockage objet\u00a0: restaurez-la sans les réglages S3_…, démarrez, puis npm run admin -- move-files s3.',
        )
      if (store !== null && listed === undefined) await requireEmptyStore(store, await readBucketMark(config.dataDir))
      if (store === null && listed !== undefined)
        throw new OperationError('Cette sauvegarde laisse les fichiers dans un stockage objet\u00a0: réglez S3_ENDPOINT et les autres réglages S3_….')
      const missing = store === null || listed === undefined ? [] : await missingFromStore(store.blobs, listed)
      // The next start replays the deletions made since the backup.
      const list = path.join(config.dataDir, erasureListName)
      const hadErasureList = existsSync(list)
      await openErasureList(config).merge(await readErasures(path.dirname(file)))
      await installAll(config, work, manifest, migrations, store).catch(async (error: unknown) => {
        if (!hadErasureList) await rm(list, { force: true })
        throw error
      })
      return missing.length === 0 ? manifest : { ...manifest, missing_files: [...(manifest.missing_files ?? []), ...missing] }
    } finally {
      await rm(work, { recursive: true, force: true })
      unregister()
    }
  } finally {
    await release()
  }
}

/**
 * Locks the target and checks that it is empty.
 * @returns a function that releases the lock
 * @throws {OperationError}
 */
async function lockTarget(config: Config): Promise<() => Promise<void>> {
  const { dataDir, database } = config
  let release = async () => {}
  if (database.kind === 'embedded') {
    await mkdir(database.dir, { recursive: true, mode: 0o700 })
    ;({ release } = await lockDirectory(database.dir))
  }
  const hasFiles = !isRestorationUnfinished(dataDir) && (await instanceFiles(dataDir)).length > 0
  const isTaken = hasFiles || (database.kind === 'embedded' && existsSync(dataDirectory(database.dir)))
  if (!isTaken) return release
  await release()
  throw new OperationError(`Le dossier de données ${dataDir} contient déjà une instance. Une sauvegarde se restaure dans un dossier vide.`)
}

const unreadable = (file: string, cause?: unknown) => new OperationError(`La sauvegarde ${file} est illisible ou incomplète.`, { cause })

async function unpack(file: string, dir: string, unseal: Awaited<ReturnType<typeof createDecryption>>): Promise<void> {
  try {
    await pipeline(createReadStream(file), unseal, createGunzip(), unpackDirectory(dir))
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    // A full disk, or a missing permission, is not a fault of the archive.
    const reason = systemSentence(cause)
    if (reason !== undefined) throw new OperationError(`La sauvegarde ${file} n’a pas pu être restaurée. ${reason}.`, { cause })
    throw unreadable(file, cause)
  }
}

/** Checks that the archive holds exactly the files and tables of its manifest. */
async function verify(dir: string, manifest: BackupManifest, file: string): Promise<void> {
  const files = await describeFiles(path.join(dir, filesFolder))
  if (JSON.stringify(files) !== JSON.stringify(manifest.files)) throw unreadable(file)
  for (const { name, sha256 } of manifest.tables) {
    const table = await describeFile(tablePath(dir, name)).catch((cause: unknown) => {
      throw unreadable(file, cause)
    })
    if (table.sha256 !== sha256) throw unreadable(file)
  }
}

/** Files moved into the data directory: `undo` deletes them, `end` removes the restoration mark once the database is there too. */
type PlacedFiles = { undo(): Promise<void>; end(): Promise<void> }

/** Sends the files to the store, if there is one, then installs the rest. */
async function installAll(config: Config, work: string, manifest: BackupManifest, migrations: readonly Migration[], store: TargetStore | null): Promise<void> {
  if (store === null) return install(config, work, manifest, migrations, (db) => writeFileLocation(db, null))
  if (manifest.stored_files !== undefined) return install(config, work, manifest, migrations)
  if (config.database.kind === 'postgres') {
    const database = await openDatabase(config.database, silentLog)
    await requireEmptyDatabase(database.db).finally(() => database.close())
  }
  const mark = (await readBucketMark(config.dataDir)) ?? randomUUID()
  const end = await markRestoration(config.dataDir, mark)
  try {
    await sendToStore(store, path.join(work, filesFolder), mark)
    await install(config, work, manifest, migrations, (db) => writeFileLocation(db, mark))
  } catch (error) {
    // Otherwise the same restoration, run again, goes on with what the store has.
    if (await emptyStore(store)) await end()
    throw error
  }
}

/** Prepares the database and the files in the work folder, then moves the files and last the database into place. */
async function install(
  config: Config,
  work: string,
  manifest: BackupManifest,
  migrations: readonly Migration[],
  onLoaded: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { dataDir, database: base } = config
  const moveFiles = () => placeFiles(path.join(work, filesFolder), dataDir)
  if (base.kind === 'postgres') {
    const database = await openDatabase(base, silentLog)
    let placedFiles: PlacedFiles = { undo: async () => {}, end: async () => {} }
    try {
      await loadDatabase(database, work, manifest, migrations, async (db) => {
        await onLoaded(db)
        placedFiles = await moveFiles()
      })
    } catch (error) {
      await placedFiles.undo()
      throw error
    } finally {
      await database.close()
    }
    return placedFiles.end()
  }
  const database = await openDatabase({ kind: 'embedded', dir: snapshotBase(work) }, silentLog)
  try {
    await loadDatabase(database, work, manifest, migrations, onLoaded)
  } finally {
    await database.close()
  }
  const placedFiles = await moveFiles()
  try {
    await moveInto(dataDirectory(snapshotBase(work)), dataDirectory(base.dir))
  } catch (error) {
    await placedFiles.undo()
    throw error
  }
  await placedFiles.end()
}

/** Moves the files into the data directory, flushed to disk. */
async function placeFiles(from: string, dataDir: string): Promise<PlacedFiles> {
  const end = await markRestoration(dataDir)
  const placedPaths: string[] = []
  const undo = async () => {
    for (const target of placedPaths) await rm(target, { recursive: true, force: true })
    await end()
  }
  try {
    if (existsSync(from)) await moveEntries(from, dataDir, placedPaths)
    return { undo, end }
  } catch (error) {
    await undo()
    throw error
  }
}

/**
 * Moves the entries of a folder. A subfolder that already exists is kept and filled, because it may be a mounted disk or a link to one; it contains no
 * file yet.
 */
async function moveEntries(from: string, folder: string, placedPaths: string[]): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(folder, entry.name)]
    if (entry.isDirectory() && isFolder(target)) {
      await moveEntries(source, target, placedPaths)
      continue
    }
    placedPaths.push(target)
    // The target may be a broken link.
    await rm(target, { recursive: true, force: true })
    await moveInto(source, target)
  }
  fsyncPath(folder)
}

/** Moves a file or folder, flushed to disk. To another disk it is copied under a temporary name, then renamed. */
async function moveInto(source: string, target: string): Promise<void> {
  try {
    rename(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const copy = `${target}.restauration`
    try {
      await rm(copy, { recursive: true, force: true })
      await cp(source, copy, { recursive: true })
      rename(copy, target)
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  }
}

function rename(source: string, target: string): void {
  if (isFolder(source)) return installDataDirectory(source, target)
  fsyncPath(source)
  renameSync(source, target)
}

const isFolder = (target: string): boolean => statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
