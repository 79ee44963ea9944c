import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from './errors.ts'

/** Version of an archive that holds the files. */
const wholeVersion = 1
/** Version of an archive that leaves the files in an object store: older code would restore an instance without its files. */
const listVersion = 2

/** Entry of a table. Its file `tables/<name>.ndjson` has one row per line: the values of `columns` in order, as texts, null for SQL null. */
export type TableRecord = { name: string; columns: string[]; rows: number; sha256: string }
export type SequenceRecord = { name: string; last_value: string; is_called: boolean }
export type FileRecord = { path: string; size: number; sha256: string }

/** Table of contents of an archive, in `sauvegarde.json`. Hashes are those of the files inside, before compression. */
export type BackupManifest = {
  format: 'parvis'
  version: number
  /** ISO 8601 UTC. */
  created_at: string
  /** Ids of the migrations that the saved database had received, sorted by name. */
  migrations: string[]
  /** Ordered so that a table comes after those it refers to. */
  tables: TableRecord[]
  sequences: SequenceRecord[]
  /** Paths are relative to the data directory. */
  files: FileRecord[]
  /** Files that stay in the object store, and are not in the archive; absent: the archive holds the files. */
  stored_files?: FileRecord[]
  /** Files that the database names and the store did not have: most were erased during the backup. */
  missing_files?: string[]
  /** Files of the store with another digest than at their upload. */
  damaged_files?: string[]
}

export const manifestVersion = ({ stored_files }: Pick<BackupManifest, 'stored_files'>): number => (stored_files === undefined ? wholeVersion : listVersion)

export const manifestName = 'sauvegarde.json'
export const tablesFolder = 'tables'
export const filesFolder = 'donnees'

export const tablePath = (dir: string, table: string): string => path.join(dir, tablesFolder, `${table}.ndjson`)

/**
 * Reads the manifest of an unpacked archive.
 * @throws {OperationError} when the archive is not Parvis's, or of a newer version
 */
export async function readManifest(dir: string): Promise<BackupManifest> {
  const text = await readFile(path.join(dir, manifestName), 'utf8').catch(() => 'null')
  const manifest = JSON.parse(text) as Partial<BackupManifest> | null
  if (manifest?.format !== 'parvis') throw new OperationError('Ce fichier n’est pas une sauvegarde de Parvis.')
  if (manifest.version !== manifestVersion(manifest)) {
    throw new OperationError('Cette sauvegarde a été faite par une version plus récente de Parvis\u00a0: installez cette version, puis recommencez.')
  }
  return manifest as BackupManifest
}
