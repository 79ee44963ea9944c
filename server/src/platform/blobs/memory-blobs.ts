import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Blobs } from './port.ts'

/** Files of a test, gone with it. */
export function createMemoryBlobs(): Blobs {
  const kept = new Map<string, { bytes: Buffer; writtenAt: number }>()
  return {
    async write(content) {
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      const id = randomUUID()
      const bytes = Buffer.concat(chunks)
      kept.set(id, { bytes, writtenAt: Date.now() })
      return { id, size: bytes.length }
    },
    async read(id) {
      const found = kept.get(id)
      return found === undefined ? null : { content: Readable.from([found.bytes]), size: found.bytes.length }
    },
    async lend(id, borrow) {
      const found = kept.get(id)
      if (found === undefined) return null
      const dir = await mkdtemp(path.join(tmpdir(), 'parvis-blob-'))
      try {
        const file = path.join(dir, id)
        await writeFile(file, found.bytes)
        return await borrow(file)
      } finally {
        await rm(dir, { recursive: true, force: true })
      }
    },
    remove: async (id) => void kept.delete(id),
    olderThan: async (ageMs) => [...kept].filter(([, { writtenAt }]) => Date.now() - writtenAt > ageMs).map(([id]) => id),
    clean: async () => {},
  }
}
