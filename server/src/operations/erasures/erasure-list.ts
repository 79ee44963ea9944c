import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../errors.ts'

/**
 * Name of the list of deletions: one JSON line each, a digest and a date. In the data directory it outlives the database; beside the backups it serves the
 * restoration of an older one (docs/decisions/0011). The digest is of a random id, so the list identifies nobody.
 */
export const erasureListName = 'effacements.ndjson'

export type Erasure = { digest: string; erased_at: string }

/** List of deletions that outlives the database: a file of the data directory, or objects of the store that holds the files. */
export type ErasureList = {
  /**
   * Reads the list; with `since`, an ISO date, the deletions made before it may be left out.
   * @throws {OperationError} when the list is damaged
   */
  read(since?: string): Promise<Erasure[]>
  /** Adds entries that the caller does not know to be listed; the list may then hold some of them twice. */
  append(erasures: readonly Erasure[]): Promise<void>
  /** Adds the missing entries, and returns their number. */
  merge(erasures: readonly Erasure[]): Promise<number>
}

export const folderErasures = (folder: string): ErasureList => ({
  read: () => readErasures(folder),
  append: (erasures) => appendErasures(folder, erasures),
  merge: (erasures) => mergeErasures(folder, erasures),
})

export const erasureLines = (erasures: readonly Erasure[]): string => erasures.map(line).join('')

const line = ({ digest, erased_at }: Erasure): string => `${JSON.stringify({ digest, erased_at })}\n`

/** Hash of a deleted row; same as the SQL function `erasure_digest`. */
export const erasureDigest = (table: string, id: string): string => createHash('sha256').update(`${table}:${id}`).digest('hex')

/**
 * Reads the list of deletions of a folder; empty when there is none. A line truncated by a power cut or a full disk is skipped, even if the next line
 * follows it directly: the database has it, and the mirror writes it again.
 * @throws {OperationError} when the file is not such a list
 */
export async function readErasures(folder: string): Promise<Erasure[]> {
  const file = path.join(folder, erasureListName)
  if (!existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).split('\n')
  lines.pop()
  return lines.flatMap((text) => {
    const erasures: Erasure[] = []
    for (const piece of text.split(lineStart)) {
      const erasure = parseErasure(piece)
      if (erasure !== null) erasures.push(erasure)
      else if (!isTruncated(piece)) throw new OperationError(`La liste des effacements ${file} est illisible.`)
    }
    return erasures
  })
}

/** Splits a line before each `{`: a truncated line may be followed by a whole one. */
const lineStart = /(?=\{)/

const shapeOf = (text: string): string => text.replaceAll(/[0-9a-f]/g, '0')
const lineShape = shapeOf(line({ digest: '0'.repeat(64), erased_at: new Date(0).toISOString() }).trimEnd())

/** Whether a text is a truncated line. */
const isTruncated = (text: string): boolean => text !== '' && text.length < lineShape.length && lineShape.startsWith(shapeOf(text))

/** Parses one line of a list; null when it is not one. */
export function parseErasure(text: string): Erasure | null {
  try {
    const { digest, erased_at } = JSON.parse(text) as Partial<Erasure>
    if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest) || typeof erased_at !== 'string' || Number.isNaN(Date.parse(erased_at))) return null
    return { digest, erased_at }
  } catch {
    return null
  }
}

/**
 * Adds the missing entries to the list of a folder, by replacing the file atomically.
 * @returns the number of entries added
 */
export async function mergeErasures(folder: string, erasures: readonly Erasure[]): Promise<number> {
  const existingErasures = await readErasures(folder)
  const knownDigests = new Set(existingErasures.map(({ digest }) => digest))
  const newErasures = erasures.filter(({ digest }) => !knownDigests.has(digest) && knownDigests.add(digest))
  if (newErasures.length === 0) return 0
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, erasureListName)
  // Two processes may write at once: backups of two instances in the same folder.
  const unfinished = `${file}.${randomUUID()}.incomplet`
  try {
    await writeFile(unfinished, erasureLines([...existingErasures, ...newErasures]), { mode: 0o600, flush: true })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
  }
  return newErasures.length
}

/** Appends lines to the list of a folder, flushed to disk. */
export async function appendErasures(folder: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return
  const file = path.join(folder, erasureListName)
  await appendFile(file, erasureLines(erasures), { mode: 0o600 })
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
