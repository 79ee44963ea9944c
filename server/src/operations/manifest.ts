import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from './operation-error.ts'

/** Written in every archive; a change that older code cannot read takes the next number. */
export const archiveVersion = 1

/** `line`: one row per line of `tables/<name>.ndjson`, the texts of `columns` in order, null where SQL says null. */
export type TableRecord = { name: string; columns: string[]; rows: number; sha256: string }
export type SequenceRecord = { name: string; last_value: string; is_called: boolean }
export type FileRecord = { path: string; size: number; sha256: string }

/** What an archive says of itself, in `sauvegarde.json`. Hashes are those of the bytes inside it, before compression. */
export type Manifest = {
  format: 'parvis'
  version: number
  /** ISO 8601 UTC. */
  created_at: string
  /** Ids of the migrations that the saved database had received, by name. */
  migrations: string[]
  /** In an order where what is referred to comes first. */
  tables: TableRecord[]
  sequences: SequenceRecord[]
  /** Relative to the data directory. */
  files: FileRecord[]
}

export const manifestName = 'sauvegarde.json'
export const tablesFolder = 'tables'
export const filesFolder = 'donnees'

export const tablePath = (dir: string, table: string): string => path.join(dir, tablesFolder, `${table}.ndjson`)

/**
 * The manifest of an unpacked archive.
 * @throws {OperationError} when it is another program's, or a newer version's.
 */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(path.join(dir, manifestName), 'utf8').catch(() => 'null')
  const manifest = JSON.parse(text) as Partial<Manifest> | null
  if (manifest?.format !== 'parvis') throw new OperationError('Ce fichier n’est pas une sauvegarde de Parvis.')
  if (manifest.version !== archiveVersion) {
    throw new OperationError('Cette sauvegarde a été faite par une version plus récente de Parvis\u00a0: installez cette version, puis recommencez.')
  }
  return manifest as Manifest
}
