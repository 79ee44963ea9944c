import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { packTar } from 'modern-tar/fs'
import { markKey, type ObjectStore } from '../../platform/blobs/object-store.ts'
import { createMovingBlobs } from '../../platform/blobs/moving-blobs.ts'
import { openStores } from '../../platform/blobs/open-blobs.ts'
import { isBlobId, type BlobStore } from '../../platform/blobs/port.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { describeFile, listFiles } from '../data-files.ts'
import { OperationError } from '../errors.ts'
import { readLines } from '../load.ts'
import { filesFolder, tablePath, type BackupManifest, type FileRecord, type TableRecord } from '../manifest.ts'

// Backup and restoration of uploaded files in an object store; those of a folder are hard-linked (data-files.ts). An archive has the same paths for both.

/** Folder of uploaded files, in a data directory and in an archive. */
export const peopleFilesFolder = 'fichiers'

const pathOf = (id: string): string => `${peopleFilesFolder}/${id.slice(0, 2)}/${id}`

/** Configured object store: uploaded files and internal objects. */
export type TargetStore = { blobs: BlobStore; objects: ObjectStore }

/** Returns the folder of temporary files in the work folder of a command, which is deleted even when a signal ends the command. */
const temporaryDir = (workFolder: string): string => path.join(workFolder, 'en-cours')

/** Opens the configured object store; null when files are in the data directory. */
export async function openTargetStore(config: Config, workFolder: string): Promise<TargetStore | null> {
  if (config.files.kind === 'folder') return null
  const { createS3Objects } = await import('../../platform/blobs/s3-objects.ts')
  const { s3 } = await openStores(config, temporaryDir(workFolder))
  return s3 === null ? null : { blobs: s3, objects: createS3Objects(config.files) }
}

/** Uploaded files of an instance with a bucket. `anywhere`: the bucket and the folder, between which files may be moving. */
export type StoredFiles = { bucket: BlobStore; anywhere: BlobStore }

/** Opens the uploaded files for a backup; null when all are in the data directory. */
export async function openStoredFiles(config: Config, workFolder: string): Promise<StoredFiles | null> {
  const { folder, s3 } = await openStores(config, temporaryDir(workFolder))
  if (s3 === null) return null
  // Both are read: a copy of the database may be older than a move.
  const readLocation = async () => ({ target: 's3' as const, is_whole: false })
  return { bucket: s3, anywhere: createMovingBlobs({ folder, s3, readLocation }) }
}

/** Reference of a dumped row to a stored file, with its SHA-256 if the row has it. */
type FileReference = { id: string; sha256: string | null }

/** Reads the references to files in a dump, from every table with a column `blob_id`. */
async function* readReferences(archive: string, tables: readonly TableRecord[]): AsyncGenerator<FileReference> {
  for (const { name, columns } of tables) {
    const [idColumn, digestColumn] = [columns.indexOf('blob_id'), columns.indexOf('sha256')]
    if (idColumn === -1) continue
    for await (const lines of readLines(tablePath(archive, name))) {
      for (const line of lines) {
        const values = JSON.parse(line) as (string | null)[]
        const id = values[idColumn] ?? null
        if (id !== null) yield { id, sha256: values[digestColumn] ?? null }
      }
    }
  }
}

type SavedFiles = Required<Pick<BackupManifest, 'missing_files' | 'damaged_files'>> & { records: FileRecord[] }

/**
 * Copies each file that a dump refers to into one local file, and checks its digest. Missing and damaged files are recorded in `saved`.
 * @param archive folder of the dump
 * @throws {OperationError} when the store does not answer
 */
async function* readStoredFiles(
  { anywhere }: StoredFiles,
  archive: string,
  tables: readonly TableRecord[],
  saved: SavedFiles,
): AsyncGenerator<{ file: string; record: FileRecord }> {
  const file = path.join(archive, '..', 'fichier')
  for await (const { id, sha256 } of readReferences(archive, tables)) {
    try {
      const isFound = await anywhere.withPath(id, async (source) => (await copyFile(source, file), true), sha256)
      if (isFound === null) {
        saved.missing_files.push(pathOf(id))
        continue
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'files.damaged') throw storeError(error)
      saved.damaged_files.push(pathOf(id))
      continue
    }
    const record = { path: pathOf(id), ...(await describeFile(file)) }
    saved.records.push(record)
    yield { file, record }
    await rm(file)
  }
}

const storeError = (cause: unknown): unknown =>
  cause instanceof AppError ? new OperationError('Le stockage objet ne répond pas\u00a0: relancez la commande quand il répondra.', { cause }) : cause

/** Length of the zeros that end a tar archive, in bytes. */
const endBytes = 1_024

/**
 * Yields the beginning of a tar archive: the stored files, without the zeros that end an archive. Files are read one at a time, because a large store does
 * not fit on the local disk.
 * @param saved receives the records of the files
 */
export async function* packStoredFiles(store: StoredFiles, archive: string, tables: readonly TableRecord[], saved: SavedFiles): AsyncGenerator<Uint8Array> {
  for await (const { file, record } of readStoredFiles(store, archive, tables, saved)) {
    let end = Buffer.alloc(0)
    for await (const chunk of packTar([{ type: 'file', source: file, target: `${filesFolder}/${record.path}`, mode: 0o600 }])) {
      const bytes = Buffer.concat([end, chunk as Buffer])
      end = bytes.subarray(Math.max(0, bytes.length - endBytes))
      yield bytes.subarray(0, bytes.length - end.length)
    }
  }
}

/**
 * Adds the records of the stored files to `saved`. A file without a known digest is read.
 * @throws {OperationError} when a file is in the folder only, where this backup would not save it, and when the store does not answer
 */
export async function listStoredFiles(store: StoredFiles, archive: string, tables: readonly TableRecord[], saved: SavedFiles): Promise<void> {
  for await (const { id, sha256 } of readReferences(archive, tables)) {
    const described = await describeStored(store, id, sha256).catch((error: unknown) => {
      throw storeError(error)
    })
    if (described === null) saved.missing_files.push(pathOf(id))
    else saved.records.push({ path: pathOf(id), ...described })
  }
}

async function describeStored({ bucket, anywhere }: StoredFiles, id: string, sha256: string | null): Promise<Omit<FileRecord, 'path'> | null> {
  const found = await bucket.stat(id)
  if (found === null) {
    // Looks in the bucket again: a move may have copied the file there meanwhile.
    if ((await anywhere.stat(id)) === null) return null
    if ((await bucket.stat(id)) === null) throw new OperationError(filesInFolder)
    return describeStored({ bucket, anywhere }, id, sha256)
  }
  const digest = sha256 ?? found.sha256
  return digest === null ? await bucket.withPath(id, describeFile) : { size: found.size, sha256: digest }
}

const filesInFolder =
  'Des fichiers sont encore dans le dossier de données, et BACKUP_FILES=liste ne les sauverait pas\u00a0: finissez npm run admin -- move-files s3, ou réglez BACKUP_FILES=archive.'

/**
 * Refuses to restore under a prefix that has files or the mark of another instance: each instance would sweep the files of the other as stray files.
 * @param interruptedMark mark of an interrupted restoration, whose files are accepted; null if there was none
 * @throws {OperationError}
 */
export async function requireEmptyStore({ blobs, objects }: TargetStore, interruptedMark: string | null): Promise<void> {
  try {
    const mark = await objects.get(markKey)
    if (mark !== null && mark.toString() === interruptedMark) return
    if (mark !== null)
      throw new OperationError('Ce préfixe du stockage objet (S3_PREFIX) est celui d’une instance. Une sauvegarde se restaure sous un préfixe vide.')
    for await (const page of blobs.olderThan(-Infinity))
      if (page.length > 0)
        throw new OperationError('Le stockage objet a déjà des fichiers sous ce préfixe (S3_PREFIX). Une sauvegarde se restaure sous un préfixe vide.')
  } catch (error) {
    throw storeError(error)
  }
}

/**
 * Moves the files of an unpacked archive to the store, under a new mark: a restored copy may not use the prefix of the original instance.
 * @throws {OperationError} when the store does not answer
 */
export async function sendToStore({ blobs, objects }: TargetStore, dir: string, mark: string): Promise<void> {
  const folder = path.join(dir, peopleFilesFolder)
  try {
    // First, so that a restoration that is killed afterwards is recognised, and no other instance takes the prefix.
    await objects.put(markKey, Buffer.from(mark))
    for (const name of await listFiles(folder)) {
      const id = path.basename(name)
      if (isBlobId(id)) await blobs.put(id, path.join(folder, name))
    }
  } catch (error) {
    throw storeError(error)
  }
  await rm(folder, { recursive: true, force: true })
}

/** Deletes the files and the mark that a failed restoration sent to its empty prefix. @returns whether the store answered */
export async function emptyStore({ blobs, objects }: TargetStore): Promise<boolean> {
  try {
    for await (const page of blobs.olderThan(-Infinity)) for (const id of page) await blobs.remove(id)
    await objects.remove(markKey)
    return true
  } catch {
    return false
  }
}

/** Returns the paths of the listed files that the store lacks, or has with another size or digest. */
export async function missingFromStore(blobs: BlobStore, records: readonly FileRecord[]): Promise<string[]> {
  const missing: string[] = []
  for (const record of records) {
    const found = await blobs.stat(path.basename(record.path)).catch((error: unknown) => {
      throw storeError(error)
    })
    if (found?.size !== record.size || (found.sha256 !== null && found.sha256 !== record.sha256)) missing.push(record.path)
  }
  return missing
}

/**
 * Records the location of the files in a restored database, and resets the sweep of stray files.
 * @param mark new mark of the prefix that received the files; null: they are in the folder
 */
export async function writeFileLocation(db: Db, mark: string | null): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('public.file_store') is not null as exists`.execute(db)
  // The archive is older than this table, which the migration of the next start creates for files in the folder.
  if (rows[0]?.exists !== true) return
  await db
    .updateTable('file_store')
    .set({
      mark,
      is_marked: mark !== null,
      target: mark === null ? 'dossier' : 's3',
      is_whole: true,
      is_moved_back: false,
      sweep_holder: null,
      sweep_leased_until: null,
      swept_at: null,
      swept_files: null,
    })
    .execute()
}
