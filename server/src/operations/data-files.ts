import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileRecord } from './manifest.ts'

/**
 * Folders of the data directory that are not part of the instance: the database has its own way into an archive, mails of the
 * outbox have left, an upload under way is not yet a document; the list of erasures must not go back in time with the rest. At the root of a disk,
 * `lost+found` is the system's, which opens it to no other account.
 */
const leftOut = [
  /(^|\/)lost\+found$/,
  /^base$/,
  /^restauration\.en-cours$/,
  /^effacements\.ndjson/,
  /^outbox$/,
  /^fichiers\/en-cours$/,
  /^(sauvegarde|restauration)-/,
]

/** There while a restoration gives files their names (cut-short/cut-restoration.ts). */
export const placingMark = 'restauration.en-cours'

/** Less than from one night to the next: a back-up finds what the last one left. */
const abandonedMs = 20 * 3_600_000

/** The files below `dir`, as paths relative to it with slashes, in order. */
export async function listFiles(dir: string, skip: readonly RegExp[] = []): Promise<string[]> {
  const found: string[] = []
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await ifPresent(readdir(path.join(dir, folder), { withFileTypes: true }), [])) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (skip.some((pattern) => pattern.test(name))) continue
      // A folder may have been put on another disk behind a link.
      const kind = entry.isSymbolicLink() ? await stat(path.join(dir, name)) : entry
      if (kind.isDirectory()) await visit(name)
      else if (kind.isFile()) found.push(name)
    }
  }
  await visit('')
  return found.sort()
}

/** Whether that file is inside the data directory. */
export const isInside = (dataDir: string, file: string): boolean => !path.relative(dataDir, file).startsWith('..')

/** The files of an instance, its base left out. */
export const instanceFiles = (dataDir: string): Promise<string[]> => listFiles(dataDir, leftOut)

/**
 * Puts the files of an instance, as they are now, under `target`: a second name for the same bytes, which stay when the first
 * name goes. Call it before and after the instant of the database: no file that the database names then is missed.
 */
export async function holdFiles(dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const name of await instanceFiles(dataDir)) {
    const [from, to] = [path.join(dataDir, name), path.join(target, name)]
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return
      // Another disk, or one that has no second names.
      return ifPresent(copyFile(from, to), undefined)
    })
  }
}

export async function describeFiles(dir: string): Promise<FileRecord[]> {
  const records: FileRecord[] = []
  for (const name of await listFiles(dir)) records.push({ path: name, ...(await describeFile(path.join(dir, name))) })
  return records
}

export async function describeFile(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { size: (await stat(file)).size, sha256: hash.digest('hex') }
}

/** A name that no folder of this directory has. */
export const backupFolderName = (): string => `sauvegarde-${randomBytes(8).toString('hex')}`

/**
 * A new folder of the data directory to work in; those that a killed command left are removed by the next night.
 * @param name its name, as `backupFolderName` makes them, where who asked for it knows it before; any other is not followed
 */
export async function makeWorkFolder(dataDir: string, prefix: 'sauvegarde-' | 'restauration-', name?: unknown): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (!/^(sauvegarde|restauration)-/.test(name)) continue
    // The command that made it may end, and remove it, at this very moment.
    const { mtimeMs } = await ifPresent<{ mtimeMs: number }>(stat(path.join(dataDir, name)), { mtimeMs: Infinity })
    if (Date.now() - mtimeMs > abandonedMs) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
  if (typeof name !== 'string' || !/^sauvegarde-[0-9a-f]{16}$/.test(name)) return await mkdtemp(path.join(dataDir, prefix))
  const dir = path.join(dataDir, name)
  await mkdir(dir, { mode: 0o700 })
  return dir
}

export async function ifPresent<T>(looking: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await looking
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw error
  }
}
