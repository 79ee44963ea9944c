import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { startIndex } from '@parvis/french-search'
import type { Log } from '../platform/log.ts'
import type { LogPosition } from './index-changes.ts'

/** Image of the index of this process in the data directory. */
export type ImageOptions = {
  file: string
  /** Minimum time between two writings, in milliseconds. Default: 15 minutes. */
  intervalMs?: number
}

/** Returns the location of the image in a data directory. */
export const indexImage = (dataDir: string): ImageOptions => ({ file: path.join(dataDir, 'recherche', 'index') })

/** Deletes the image and its folder. */
export const dropImage = ({ file }: ImageOptions): Promise<void> => rm(path.dirname(file), { recursive: true, force: true })

/** Default of `intervalMs`. The terms of a removed document stay on the disk for at most this time, plus that of the writing. */
const INTERVAL_MS = 15 * 60_000

/** Number of added indexes from which the image is written again: far below the changes that the log keeps. */
const MANY_CHANGES = 1_000

/** Time after which a few added indexes are written too. */
const MAX_AGE_MS = 6 * 3_600_000

type IndexImage = {
  /** Reads the image into the empty index. Returns its position in the log, null without a usable image. */
  read: () => Promise<LogPosition | null>
  /** Discards the image just read, of another database or older than the log, and empties the index. */
  ignore: () => Promise<void>
  /** Counts the changes of the index since the image. */
  count: (changes: { added: number; removed: number }) => void
  /** Starts to write the index into the image, when there is none or enough has changed. A failure is logged, and tried again later. */
  writeIfDue: (position: LogPosition) => void
}

/**
 * Creates the reader and writer of the image of an index.
 * @param space key of the vector space of the index
 */
export const createIndexImage = (
  client: Pick<ReturnType<typeof startIndex>, 'restore' | 'save' | 'clear'>,
  space: string,
  { file, intervalMs = INTERVAL_MS }: ImageOptions,
  log: Log,
): IndexImage => {
  /** Whether a complete image was written or read: only the changes counted since are missing from it. */
  let isOnDisk = false
  let isWriting = false
  let added = 0
  let removed = 0
  let startedAt = -Infinity

  const isDue = (): boolean => {
    const age = performance.now() - startedAt
    if (isWriting || age < intervalMs) return false
    return !isOnDisk || removed > 0 || added >= MANY_CHANGES || (added > 0 && age >= MAX_AGE_MS)
  }
  const warn = (reason: string): void => log.warn({ reason }, 'retrieval: the image of the index is ignored')

  return {
    read: async () => {
      try {
        const { revision, token } = await client.restore(file, { space })
        isOnDisk = true
        return { revision: Number(revision), token: String(token) }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown'
        if (!reason.includes('ENOENT')) warn(reason)
        return null
      }
    },
    ignore: async () => {
      warn('the image is of another database, or older than its log of changes')
      isOnDisk = false
      await client.clear()
    },
    count: (changes) => {
      added += changes.added
      removed += changes.removed
    },
    writeIfDue: (position) => {
      if (!isDue()) return
      const before = { added, removed }
      isWriting = true
      added = removed = 0
      startedAt = performance.now()
      void client.save(file, { space, ...position }).then(
        (bytes) => {
          isWriting = false
          isOnDisk = true
          log.info({ bytes, seconds: Math.round((performance.now() - startedAt) / 1000) }, 'retrieval: image of the index written')
        },
        (error: unknown) => {
          isWriting = false
          added += before.added
          removed += before.removed
          log.warn({ err: error instanceof Error ? error.message : 'unknown' }, 'retrieval: the image of the index could not be written')
        },
      )
    },
  }
}
