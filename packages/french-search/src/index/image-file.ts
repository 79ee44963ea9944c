import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

// A frame is the length of its payload (4 bytes), the SHA-256 of the previous frame's digest followed by the payload, and the payload. An empty frame ends
// the file: a file that is damaged or cut anywhere is refused before the payload is used.

const DIGEST_BYTES = 32
const HEAD_BYTES = 4 + DIGEST_BYTES

/** Time without a write after which a temporary file counts as abandoned, in milliseconds. */
const ABANDONED_AFTER_MS = 600_000

const digestOf = (previous: Uint8Array, payload: Uint8Array): Buffer => createHash('sha256').update(previous).update(payload).digest()

/** Deletes the abandoned temporary files beside a file. */
export const removeAbandoned = (file: string): void => {
  const folder = path.dirname(file)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.startsWith(`${path.basename(file)}.`) || !name.endsWith('.tmp')) continue
    const temporary = path.join(folder, name)
    // Another process may rename it or delete it at this moment.
    const modifiedAt = statSync(temporary, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - modifiedAt > ABANDONED_AFTER_MS) rmSync(temporary, { force: true })
  }
}

/** Minimum space left free on the disk, in bytes: the database may be on it. */
const RESERVED_BYTES = 256 * 1024 * 1024

/**
 * Writes payloads into a file, which atomically replaces the former one and is readable by its owner only. Returns the size in bytes.
 * @param estimatedBytes size for which the disk must have room
 */
export const writeFrames = async (file: string, payloads: Iterable<Uint8Array>, estimatedBytes = 0): Promise<number> => {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < estimatedBytes + RESERVED_BYTES) throw new Error('the disk has no room for the file')
  removeAbandoned(file)
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    let size = 0
    try {
      let digest: Uint8Array = new Uint8Array(0)
      const append = async (payload: Uint8Array): Promise<void> => {
        digest = digestOf(digest, payload)
        const head = Buffer.alloc(HEAD_BYTES)
        head.writeUInt32LE(payload.length)
        head.set(digest, 4)
        await handle.writev([head, payload])
        size += HEAD_BYTES + payload.length
      }
      for (const payload of payloads) await append(payload)
      await append(new Uint8Array(0))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
    return size
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Yields the payloads of a file. @throws {Error} when the file is damaged or incomplete; with the code `ENOENT` when it does not exist */
export function* readFrames(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r')
  try {
    let left = fstatSync(descriptor).size
    const read = (length: number): Buffer => {
      if (length > left) throw new Error('the file is incomplete')
      const bytes = Buffer.allocUnsafeSlow(length)
      for (let done = 0; done < length;) {
        const count = readSync(descriptor, bytes, done, length - done, null)
        if (count === 0) throw new Error('the file is incomplete')
        done += count
      }
      left -= length
      return bytes
    }
    let digest: Uint8Array = new Uint8Array(0)
    for (let length = -1; length !== 0;) {
      const head = read(HEAD_BYTES)
      length = head.readUInt32LE()
      const payload = read(length)
      const expected = digestOf(digest, payload)
      if (!expected.equals(head.subarray(4))) throw new Error('the file is damaged')
      digest = expected
      if (length > 0) yield payload
    }
    if (left > 0) throw new Error('the file is longer than what was written')
  } finally {
    closeSync(descriptor)
  }
}
