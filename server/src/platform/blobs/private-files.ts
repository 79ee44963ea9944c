import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Transform, pipeline, type Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'
import type { BlobDigest } from './port.ts'

/** Interval at which the modification time of a file in use is renewed, so that another process does not delete it as abandoned. */
const touchIntervalMs = 600_000

export type PrivateFile = { path: string; size: number; sha256: string }

/** Folder of temporary files with mode 0600: uploads being received, and copies of stored files in use. */
type PrivateFiles = {
  /** Writes a file, flushes it to the disk, and calls `work` with it. The file is deleted afterwards, unless `work` has renamed it. */
  withFile<T>(content: AsyncIterable<Uint8Array>, work: (file: PrivateFile) => Promise<T>): Promise<T>
  /** Deletes the files that have not changed for `idleMs`. */
  deleteIdle(idleMs: number): Promise<void>
}

export function createPrivateFiles(dir: string): PrivateFiles {
  return {
    async withFile(content, work) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = path.join(dir, randomUUID())
      const touch = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), touchIntervalMs).unref()
      try {
        return await work({ path: file, ...(await writeFlushed(file, content)) })
      } finally {
        clearInterval(touch)
        await rm(file, { force: true })
      }
    },
    async deleteIdle(idleMs) {
      for (const name of await readdir(dir).catch(() => [])) {
        const file = path.join(dir, name)
        const stats = await ifPresent(stat(file))
        if (stats !== null && Date.now() - stats.mtimeMs > idleMs) await rm(file, { force: true })
      }
    },
  }
}

async function writeFlushed(file: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const handle = await open(file, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await handle.writeFile(chunk)
      size += chunk.byteLength
    }
    await handle.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

/**
 * Wraps a stream to verify its size and digest. The last chunk is held back until both are right: otherwise the stream fails with `files.damaged`, and no
 * reader takes the bytes for a complete file. Destroying the result destroys `source`.
 */
export function verified(source: Readable, size: number, sha256: BlobDigest): Readable {
  const hash = createHash('sha256')
  let received = 0
  let last: Buffer | null = null
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      received += chunk.byteLength
      if (received > size) return done(damaged())
      const previous = last
      last = chunk
      done(null, previous)
    },
    flush(done) {
      if (received !== size || (sha256 !== null && hash.digest('hex') !== sha256)) return done(damaged())
      done(null, last)
    },
  })
  pipeline(source, checked, () => {})
  return checked
}

const damaged = () => new AppError('files.damaged')

/** Checks the digest of a local file. @throws {AppError} `files.damaged` */
export async function assertDigest(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  if (hash.digest('hex') !== sha256) throw damaged()
}

/** Converts the error of a missing file (`ENOENT`) to null. */
export async function ifPresent<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
