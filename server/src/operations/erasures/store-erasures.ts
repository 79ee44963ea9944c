import { randomUUID } from 'node:crypto'
import type { ObjectStore } from '../../platform/blobs/object-store.ts'
import { OperationError } from '../errors.ts'
import { erasureLines, parseErasure, type Erasure, type ErasureList } from './erasure-list.ts'

const prefix = 'effacements/'
/** Number of objects of fewer than `smallLines` lines above which they are replaced by one. */
const maxSmallObjects = 50
/** Number of objects that an instance adds before it merges the small ones: a start reads them all, one after the other. */
const appendsPerMerge = 500
const smallLines = 5_000
const maxLines = 50_000

type Part = { key: string; erasures: Erasure[] }

/**
 * Key of a new part of the list. It begins with the latest date in the part: a part with an earlier key holds no deletion of that date or later.
 */
const partKey = (latest: string): string => `${prefix}${latest.replaceAll(':', '-')}-${randomUUID()}.ndjson`

const utc = (date: string): string => new Date(date).toISOString()

/**
 * List of deletions stored beside the files in their object store, in parts that are never changed: stores have no append, and several instances write at
 * once. Two instances may list the same deletion; merging removes duplicates.
 */
export function storeErasures(objects: ObjectStore): ErasureList {
  let appends = 0
  const readParts = async (since = ''): Promise<Part[]> => {
    const keys = (await objects.list(prefix)).filter((key) => key >= `${prefix}${since.replaceAll(':', '-')}`)
    const parts: Part[] = []
    for (const key of keys) {
      const content = await objects.get(key)
      // Another instance merged this part into a new one since the listing.
      if (content === null) return readParts(since)
      parts.push({ key, erasures: parsePart(key, content.toString('utf8')) })
    }
    return parts
  }
  const write = async (erasures: readonly Erasure[]): Promise<void> => {
    for (let index = 0; index < erasures.length; index += maxLines) {
      const slice = erasures.slice(index, index + maxLines)
      await objects.put(partKey(latestOf(slice)), Buffer.from(erasureLines(slice)))
    }
  }
  const mergeSmallParts = async (parts: readonly Part[]): Promise<void> => {
    const small = parts.filter(({ erasures }) => erasures.length < smallLines)
    if (small.length <= maxSmallObjects) return
    await write(withoutDuplicates(small))
    for (const { key } of small) await objects.remove(key)
  }
  return {
    read: async (since) => withoutDuplicates(await readParts(since)),
    async append(erasures) {
      if (erasures.length === 0) return
      const listed = digestsOf(withoutDuplicates(await readParts(erasures.map(({ erased_at }) => utc(erased_at)).reduce((a, b) => (a < b ? a : b)))))
      await write(erasures.filter(({ digest }) => !listed.has(digest)))
      appends += 1
      if (appends % appendsPerMerge === 0) await mergeSmallParts(await readParts())
    },
    async merge(erasures) {
      const parts = await readParts()
      const listed = digestsOf(withoutDuplicates(parts))
      const missing = erasures.filter(({ digest }) => !listed.has(digest))
      await write(missing)
      await mergeSmallParts(parts)
      return missing.length
    },
  }
}

function parsePart(key: string, text: string): Erasure[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const erasure = parseErasure(line)
      if (erasure === null) throw new OperationError(`La liste des effacements est illisible dans le stockage objet\u00a0: ${key}.`)
      return erasure
    })
}

const digestsOf = (erasures: readonly Erasure[]): Set<string> => new Set(erasures.map(({ digest }) => digest))

const withoutDuplicates = (parts: readonly Part[]): Erasure[] => [
  ...new Map(parts.flatMap(({ erasures }) => erasures).map((erasure) => [erasure.digest, erasure])).values(),
]

const latestOf = (erasures: readonly Erasure[]): string => erasures.map(({ erased_at }) => utc(erased_at)).reduce((a, b) => (a > b ? a : b))
