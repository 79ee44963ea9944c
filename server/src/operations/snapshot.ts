import { rm } from 'node:fs/promises'
import path from 'node:path'
import { dataDirectory, type Database } from '../platform/db/database.ts'
import { holdFiles, makeWorkFolder } from './data-files.ts'
import { filesFolder } from './manifest.ts'

/** Inside the folder of a snapshot: the copied base, as the configuration of an embedded one names it. */
export const snapshotBase = (dir: string): string => path.join(dir, 'base')
/** Inside the folder of a snapshot: what becomes the archive. */
export const snapshotArchive = (dir: string): string => path.join(dir, 'archive')

/**
 * Puts aside an embedded instance that is in use, base and files, in a new folder of its data directory, and answers that
 * folder. People wait only while the files of the database are copied; the rest of the backup is another process's work.
 */
export async function takeSnapshot(dataDir: string, database: Database): Promise<string> {
  if (database.copyTo === undefined) throw new Error('only an embedded base is copied')
  const dir = await makeWorkFolder(dataDir, 'sauvegarde-')
  const files = path.join(snapshotArchive(dir), filesFolder)
  try {
    await holdFiles(dataDir, files)
    await database.copyTo(dataDirectory(snapshotBase(dir)))
    await holdFiles(dataDir, files)
    return dir
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}
