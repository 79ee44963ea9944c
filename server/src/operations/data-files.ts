import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileRecord } from './manifest.ts'
import type { Readable, Writable } from 'node:stream'
import { packTar, unpackTar } from 'modern-tar/fs'

/**
 * Paths of the data directory that an archive leaves out: the database, which is dumped separately; the outbox, whose mails have been sent; uploads in
 * progress; the mark of the folder of files, which the next start draws again; the list of deletions, which a restoration must not revert; the image of the
 * search index, which is made again from the database; work folders; `lost+found`, which other accounts cannot read.
 */
const excludedPaths = [
  /(^|\/)lost\+found$/,
  /^base$/,
  /^restauration\.en-cours$/,
  /^effacements\.ndjson/,
  /^outbox$/,
  /^fichiers\/(en-cours|marque)$/,
  /^recherche$/,
  /^(sauvegarde|restauration)-/,
]

/** Mark file present while a restoration moves files (interrupted/unfinished-restoration.ts). */
export const restorationMark = 'restauration.en-cours'

/** Age after which a work folder counts as abandoned: shorter than a day, so that a nightly backup deletes what the last one left. */
const abandonedAfterMs = 20 * 3_600_000

/** Lists the files below `dir`, sorted, as relative paths with slashes. */
export async function listFiles(dir: string, skip: readonly RegExp[] = []): Promise<string[]> {
  const paths: string[] = []
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await ifPresent(readdir(path.join(dir, folder), { withFileTypes: true }), [])) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (skip.some((pattern) => pattern.test(name))) continue
      // A folder may be a symbolic link to another disk.
      const kind = entry.isSymbolicLink() ? await stat(path.join(dir, name)) : entry
      if (kind.isDirectory()) await visit(name)
      else if (kind.isFile()) paths.push(name)
    }
  }
  await visit('')
  return paths.sort()
}

export const isInsideDataDir = (dataDir: string, file: string): boolean => !path.relative(dataDir, file).startsWith('..')

/** Lists the files of an instance, without its database. */
export const instanceFiles = (dataDir: string): Promise<string[]> => listFiles(dataDir, excludedPaths)

/**
 * Hard-links the current files of an instance under `target`, so that they survive a deletion. Called before and after the database snapshot, so that no
 * file that it refers to is missed.
 */
export async function linkFiles(dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const name of await instanceFiles(dataDir)) {
    const [from, to] = [path.join(dataDir, name), path.join(target, name)]
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return
      // Another disk, or a file system without hard links.
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

/** Returns a new random name for a backup work folder. */
export const backupFolderName = (): string => `sauvegarde-${randomBytes(8).toString('hex')}`

/**
 * Creates a work folder in the data directory, after deleting abandoned ones (older than 20 hours).
 * @param name folder name from `backupFolderName`, when the caller must know it in advance; any other value is ignored and a random name is used
 */
export async function makeWorkFolder(dataDir: string, prefix: 'sauvegarde-' | 'restauration-', name?: unknown): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (!/^(sauvegarde|restauration)-/.test(name)) continue
    // The command that made it may be deleting it at this moment.
    const { mtimeMs } = await ifPresent<{ mtimeMs: number }>(stat(path.join(dataDir, name)), { mtimeMs: Infinity })
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
  if (typeof name !== 'string' || !/^sauvegarde-[0-9a-f]{16}$/.test(name)) return await mkdtemp(path.join(dataDir, prefix))
  const dir = path.join(dataDir, name)
  await mkdir(dir, { mode: 0o700 })
  return dir
}

export async function ifPresent<T>(promise: Promise<T>, fallback: T): Promise<T> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback
    throw error
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Interval of the modification-time updates: far below `abandonedAfterMs`, after which a work folder is deleted. */
const touchIntervalMs = 3_600_000

/**
 * Deletes these files and folders if a signal ends the process, until the returned function is called: a command's work files are unencrypted, and would
 * stay until the next backup cleans them. Their modification time is updated regularly, so that another command does not delete them as abandoned.
 */
export function removeOnSignal(...paths: readonly string[]): () => void {
  const timer = setInterval(() => {
    // A path may not exist yet, or may belong to the server's account.
    for (const place of paths) void utimes(place, new Date(), new Date()).catch(() => {})
  }, touchIntervalMs).unref()
  const release = () => {
    clearInterval(timer)
    for (const signal of signals) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    release()
    // A thread of the database engine may still be writing there.
    for (const place of paths) rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    // The parent process must see which signal ended this one.
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, stop)
  return release
}

/** Streams a tar archive of the files and subdirectories of a directory, with names relative to it. Sockets and links are left out. */
export const packDirectory = (root: string): Readable => packTar(root, { filter: (_, stat) => stat.isFile() || stat.isDirectory() })

/**
 * Extracts a tar archive below `root`, which is created if missing. Fails on a truncated or damaged archive, on a name that would leave `root`, and on an
 * entry that is neither a file nor a directory.
 */
export const unpackDirectory = (root: string): Writable =>
  unpackTar(root, {
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    map: ({ type, mtime: _, ...header }) => {
      // A file with two names is packed as a file and a link to it, inside the archive.
      if (type !== 'file' && type !== 'directory' && type !== 'link') throw new Error(`${header.name} is neither a file nor a directory`)
      // The modification time is dropped: files are as old as the restoration that wrote them.
      return { ...header, type }
    },
  })
