import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkedBlobId, isBlobId, type BlobId, type BlobStore } from './port.ts'
import { assertDigest, createPrivateFiles, ifPresent, verified } from './private-files.ts'

/** Name of the subfolder of temporary files. */
export const temporaryFolder = 'en-cours'

/**
 * Creates a file store in a folder of this machine, with a subfolder for the first two digits of each id. A file is written under a temporary name,
 * flushed, then renamed. Ids are checked before they become paths.
 */
export function createFileBlobs(dir: string): BlobStore {
  const privateFiles = createPrivateFiles(path.join(dir, temporaryFolder))
  const folderOf = (id: BlobId) => path.join(dir, id.slice(0, 2))
  const pathOf = (id: BlobId) => path.join(folderOf(checkedBlobId(id)), id)

  const store = (id: BlobId, content: AsyncIterable<Uint8Array>, inspect?: (file: string) => Promise<void>) =>
    privateFiles.withFile(content, async ({ path: file, size, sha256 }) => {
      await inspect?.(file)
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      await rename(file, pathOf(id))
      await flushFolder(folderOf(id))
      return { id, size, sha256 }
    })

  return {
    write: (content, inspect) => store(randomUUID(), content, inspect),
    put: (id, file) => store(checkedBlobId(id), createReadStream(file)),
    async read(id, sha256 = null) {
      const file = await ifPresent(open(pathOf(id), 'r'))
      if (file === null) return null
      const { size } = await file.stat()
      return { content: verified(file.createReadStream(), size, sha256), size }
    },
    async withPath(id, work, sha256 = null) {
      if ((await ifPresent(stat(pathOf(id)))) === null) return null
      if (sha256 !== null) await assertDigest(pathOf(id), sha256)
      return work(pathOf(id))
    },
    async stat(id) {
      const stats = await ifPresent(stat(pathOf(id)))
      return stats === null ? null : { size: stats.size, sha256: null }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async *olderThan(ageMs) {
      for (const folder of (await ifPresent(readdir(dir))) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const old: BlobId[] = []
        for (const id of await readdir(path.join(dir, folder))) {
          const stats = isBlobId(id) ? await ifPresent(stat(pathOf(id))) : null
          if (stats !== null && Date.now() - stats.mtimeMs > ageMs) old.push(id)
        }
        if (old.length > 0) yield old
      }
    },
    isUp: async () => (await ifPresent(stat(path.dirname(dir)))) !== null,
    deleteUnfinished: (idleMs) => privateFiles.deleteIdle(idleMs),
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
