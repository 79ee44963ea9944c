import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../operation-error.ts'

/**
 * What was erased, one line of JSON each: a digest and a date. In the data directory it outlives the database; beside the backups, the restoration
 * of an older one (docs/decisions/0011). The digest is of an id drawn at random: the list says nothing of anybody.
 */
export const erasureListName = 'effacements.ndjson'

export type Erasure = { digest: string; erased_at: string }

const line = ({ digest, erased_at }: Erasure): string => `${JSON.stringify({ digest, erased_at })}\n`

/** What the database calls `erasure_digest`. */
export const erasureDigest = (table: string, id: string): string => createHash('sha256').update(`${table}:${id}`).digest('hex')

/**
 * The list of a folder; empty when there is none. What a power cut or a full disk left of a line is left out, even where the next line was written
 * right behind it: the database has it, and the mirror writes it again.
 * @throws {OperationError} for a file that is something else
 */
export async function readErasures(folder: string): Promise<Erasure[]> {
  const file = path.join(folder, erasureListName)
  if (!existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).split('\n')
  lines.pop()
  return lines.flatMap((text) => {
    const erasures: Erasure[] = []
    for (const piece of text.split(lineStart)) {
      const erasure = parse(piece)
      if (erasure !== null) erasures.push(erasure)
      else if (!isCutShort(piece)) throw new OperationError(`La liste des effacements ${file} est illisible.`)
    }
    return erasures
  })
}

/** Where a line begins, at its place or behind what is left of another. */
const lineStart = /(?=\{)/

const withoutValues = (text: string): string => text.replaceAll(/[0-9a-f]/g, '0')
const wholeShape = withoutValues(line({ digest: '0'.repeat(64), erased_at: new Date(0).toISOString() }).trimEnd())

/** Whether a text is the beginning of a line, and no more. */
const isCutShort = (text: string): boolean => text !== '' && text.length < wholeShape.length && wholeShape.startsWith(withoutValues(text))

function parse(text: string): Erasure | null {
  try {
    const { digest, erased_at } = JSON.parse(text) as Partial<Erasure>
    if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest) || typeof erased_at !== 'string' || Number.isNaN(Date.parse(erased_at))) return null
    return { digest, erased_at }
  } catch {
    return null
  }
}

/** Adds to the list of a folder what it does not have, whole or not at all. @returns how many were added */
export async function mergeErasures(folder: string, erasures: readonly Erasure[]): Promise<number> {
  const there = await readErasures(folder)
  const known = new Set(there.map(({ digest }) => digest))
  const added = erasures.filter(({ digest }) => !known.has(digest) && known.add(digest))
  if (added.length === 0) return 0
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, erasureListName)
  // Two may be at it: the back-ups of two instances, beside each other.
  const unfinished = `${file}.${randomUUID()}.incomplet`
  try {
    await writeFile(unfinished, [...there, ...added].map(line).join(''), { mode: 0o600, flush: true })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
  }
  return added.length
}

/** Adds lines at the end of the list of a folder, flushed to the disk. */
export async function appendErasures(folder: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return
  const file = path.join(folder, erasureListName)
  await appendFile(file, erasures.map(line).join(''), { mode: 0o600 })
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
