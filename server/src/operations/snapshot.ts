import { constants } from 'node:fs'
import { copyFile, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { dataDirectory } from '../platform/db/database.ts'
import type { Database } from '../platform/db/types.ts'
import { sizeText } from './command.ts'
import { linkFiles, ifPresent, listFiles, makeWorkFolder } from './data-files.ts'
import { filesFolder } from './manifest.ts'
import { OperationError } from './errors.ts'

/** Path, in a snapshot's folder, of the database copy, as an embedded configuration names it. */
export const snapshotBase = (dir: string): string => path.join(dir, 'base')
/** Path, in a snapshot's folder, of the content of the archive. */
export const snapshotArchive = (dir: string): string => path.join(dir, 'archive')

/** Free disk space, in bytes, that a copy must leave to the server, which refuses writes below half of it (platform/db/embedded/disk-space.ts). */
const minFreeBytes = 64 * 1024 * 1024

/**
 * Copies a running embedded instance, database and files, into a new folder of its data directory. People wait only while the database files are copied;
 * another process makes the backup from the copy.
 * @param freeBytesFor returns how many bytes a copy from the first folder may take in the second
 * @param name folder name, when the command has chosen it (`makeWorkFolder`)
 * @returns the folder
 * @throws {OperationError} when the copy would leave too little free space for the server
 */
export async function takeSnapshot(dataDir: string, database: Pick<Database, 'copyTo'>, freeBytesFor = freeBytesForCopy, name?: unknown): Promise<string> {
  if (database.copyTo === undefined) throw new Error('only an embedded base is copied')
  const dir = await makeWorkFolder(dataDir, 'sauvegarde-', name)
  const files = path.join(snapshotArchive(dir), filesFolder)
  try {
    // After `makeWorkFolder`, which deletes abandoned folders.
    await requireFreeSpace(dataDir, (base) => freeBytesFor(base, dir))
    await linkFiles(dataDir, files)
    await database.copyTo(dataDirectory(snapshotBase(dir)))
    await linkFiles(dataDir, files)
    return dir
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

async function requireFreeSpace(dataDir: string, freeBytesOf: (base: string) => Promise<number>): Promise<void> {
  const base = dataDirectory(path.join(dataDir, 'base'))
  let needed = minFreeBytes
  for (const name of await listFiles(base)) {
    // The file may be deleted meanwhile.
    const { size } = await ifPresent<{ size: number }>(stat(path.join(base, name)), { size: 0 })
    needed += size
  }
  const freeBytes = await freeBytesOf(base)
  if (freeBytes < needed)
    throw new OperationError(
      `La place manque dans ${dataDir} pour copier la base\u00a0: il faut ${sizeText(needed)}, il reste ${sizeText(freeBytes)}. Rien n’a été sauvegardé.`,
    )
}

/** Returns the free space of the disk of `target`, in bytes; Infinity when the file system can clone files without using space (reflink). */
async function freeBytesForCopy(base: string, target: string): Promise<number> {
  const probe = path.join(target, 'essai')
  const isShared = await copyFile(path.join(base, 'PG_VERSION'), probe, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  await rm(probe, { force: true })
  if (isShared) return Infinity
  const { bavail, bsize } = await statfs(target)
  return bavail * bsize
}
