import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** Random id of a stored file; it reveals neither its name nor its owner. */
type BlobId = string

/** Store of uploaded files. File names are not stored here but in the database. */
export type BlobStore = {
  /** Stores a file, whole or not at all: when the stream fails or is aborted, nothing remains. Once this resolves, the file survives a power cut. */
  write(content: AsyncIterable<Uint8Array>): Promise<{ id: BlobId; size: number }>
  /** Opens a file; null when it is missing. */
  read(id: BlobId): Promise<{ content: Readable; size: number } | null>
  /** Calls `borrow` with the path of the file; returns null, without calling it, when the file is missing. */
  withPath<T>(id: BlobId, borrow: (path: string) => Promise<T>): Promise<T | null>
  /** Deletes a file; a missing one is no error. */
  remove(id: BlobId): Promise<void>
  /** Lists the files stored more than `ageMs` ago. */
  olderThan(ageMs: number): Promise<BlobId[]>
  /** Deletes the temporary files of interrupted writes that have not grown for `idleMs`. */
  deleteUnfinished(idleMs: number): Promise<void>
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Creates a file store in a folder of this machine, with a subfolder for the first two digits of each id. A file is written under a temporary name,
 * flushed, then renamed. Ids are checked before they become paths.
 */
export function createFileBlobs(dir: string): BlobStore {
  const temporaryDir = path.join(dir, 'en-cours')
  const folderOf = (id: string) => path.join(dir, id.slice(0, 2))
  const pathOf = (id: string) => {
    if (!idPattern.test(id)) throw new RangeError('not the id of a file')
    return path.join(folderOf(id), id)
  }

  return {
    async write(content) {
      const id = randomUUID()
      const temporary = path.join(temporaryDir, id)
      await mkdir(temporaryDir, { recursive: true, mode: 0o700 })
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      try {
        const size = await writeFlushed(temporary, content)
        await rename(temporary, pathOf(id))
        await flushFolder(folderOf(id))
        return { id, size }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async read(id) {
      const file = await ifPresent(open(pathOf(id), 'r'))
      if (file === null) return null
      const { size } = await file.stat()
      return { content: file.createReadStream(), size }
    },
    async withPath(id, borrow) {
      const stats = await ifPresent(stat(pathOf(id)))
      return stats === null ? null : borrow(pathOf(id))
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async olderThan(ageMs) {
      const old: string[] = []
      for (const folder of await readdir(dir).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        for (const id of await readdir(path.join(dir, folder))) {
          const stats = idPattern.test(id) ? await ifPresent(stat(pathOf(id))) : null
          if (stats !== null && Date.now() - stats.mtimeMs > ageMs) old.push(id)
        }
      }
      return old
    },
    async deleteUnfinished(idleMs) {
      for (const name of await readdir(temporaryDir).catch(() => [])) {
        const file = path.join(temporaryDir, name)
        const stats = await ifPresent(stat(file))
        if (stats !== null && Date.now() - stats.mtimeMs > idleMs) await rm(file, { force: true })
      }
    },
  }
}

async function writeFlushed(file: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of content) {
      await handle.writeFile(chunk)
      size += chunk.byteLength
    }
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function ifPresent<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
