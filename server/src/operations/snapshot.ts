import { constants } from 'node:fs'
import { copyFile, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { dataDirectory, type Database } from '../platform/db/database.ts'
import { sizeText } from './command.ts'
import { holdFiles, ifPresent, listFiles, makeWorkFolder } from './data-files.ts'
import { filesFolder } from './manifest.ts'
import { OperationError } from './operation-error.ts'

/** Inside the folder of a snapshot: the copied base, as the configuration of an embedded one names it. */
export const snapshotBase = (dir: string): string => path.join(dir, 'base')
/** Inside the folder of a snapshot: what becomes the archive. */
export const snapshotArchive = (dir: string): string => path.join(dir, 'archive')

/** Bytes that the copy leaves to the server, which accepts nothing more below half of them (platform/db/embedded/disk-room.ts). */
const roomKept = 64 * 1024 * 1024

/**
 * Puts aside an embedded instance that is in use, base and files, in a new folder of its data directory, and answers that
 * folder. People wait only while the files of the database are copied; the rest of the backup is another process's work.
 * @param room how many bytes a copy of the first folder may take in the second
 * @param name the folder's, where the command has chosen it (makeWorkFolder)
 * @throws {OperationError} where the copy would leave so little room that people were refused what they send
 */
export async function takeSnapshot(dataDir: string, database: Pick<Database, 'copyTo'>, room = roomForCopy, name?: unknown): Promise<string> {
  if (database.copyTo === undefined) throw new Error('only an embedded base is copied')
  const dir = await makeWorkFolder(dataDir, 'sauvegarde-', name)
  const files = path.join(snapshotArchive(dir), filesFolder)
  try {
    // Now that what a killed command left is gone.
    await requireRoom(dataDir, (base) => room(base, dir))
    await holdFiles(dataDir, files)
    await database.copyTo(dataDirectory(snapshotBase(dir)))
    await holdFiles(dataDir, files)
    return dir
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

async function requireRoom(dataDir: string, roomOf: (base: string) => Promise<number>): Promise<void> {
  const base = dataDirectory(path.join(dataDir, 'base'))
  let needed = roomKept
  for (const name of await listFiles(base)) {
    // It may go meanwhile.
    const { size } = await ifPresent<{ size: number }>(stat(path.join(base, name)), { size: 0 })
    needed += size
  }
  const left = await roomOf(base)
  if (left < needed)
    throw new OperationError(
      `La place manque dans ${dataDir} pour copier la base\u00a0: il faut ${sizeText(needed)}, il reste ${sizeText(left)}. Rien n’a été sauvegardé.`,
    )
}

/** What is left on the disk of `target`; no bound where the file system shares the blocks of a file with its copy, which takes nothing. */
async function roomForCopy(base: string, target: string): Promise<number> {
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
