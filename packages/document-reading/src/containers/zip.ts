import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { ExtractionError } from '../failure.ts'
import type { ExtractionLimits } from '../limits.ts'

/** An open archive. Inflated bytes are counted as they are read, because the sizes declared in the archive cannot be trusted. */
export type BoundedZip = {
  readonly names: string[]
  has(name: string): boolean
  /**
   * Passes the inflated bytes of an entry to `onChunk`. Resolves to false when the entry does not exist.
   * @throws {ExtractionError} `extraction.too_big` or `extraction.damaged`
   */
  stream(name: string, onChunk: (chunk: Buffer) => void): Promise<boolean>
}

/** An open archive of the disk, read as its consumer asks: an entry may be larger than the memory. */
export type BoundedZipFile = {
  readonly names: string[]
  /**
   * Inflated bytes of an entry; none when it does not exist.
   * @throws {ExtractionError} `extraction.too_big` or `extraction.damaged`
   */
  read(name: string): AsyncGenerator<Buffer>
  close(): void
}

type ZipLimits = Pick<ExtractionLimits, 'unzippedBytes' | 'zipRatio' | 'zipEntries'>

/**
 * Opens an archive held in memory.
 * @throws {ExtractionError} `extraction.too_big`, `extraction.password` or `extraction.damaged`
 */
export async function openZip(bytes: Uint8Array, limits: ExtractionLimits): Promise<BoundedZip> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const archive = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => (error ? reject(damagedError(error)) : resolve(zip)))
  })
  const { names, read } = await readDirectory(archive, buffer.length, limits)
  const known = new Set(names)
  return {
    names,
    has: (name) => known.has(name),
    async stream(name, onChunk) {
      if (!known.has(name)) return false
      for await (const chunk of read(name)) onChunk(chunk)
      return true
    },
  }
}

/**
 * Opens an archive of the disk. The caller closes it.
 * @throws {ExtractionError} `extraction.too_big`, `extraction.password` or `extraction.damaged`
 */
export async function openZipFile(path: string, limits: ZipLimits): Promise<BoundedZipFile> {
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false }
  const archive = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.open(path, options, (error, zip) => (error ? reject(damagedError(error)) : resolve(zip)))
  })
  try {
    return { ...(await readDirectory(archive, statSync(path).size, limits)), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw error
  }
}

/** Reads the list of entries. Refuses an archive with declared sizes beyond the limits. `size`: size of the archive, in bytes. */
async function readDirectory(archive: yauzl.ZipFile, size: number, limits: ZipLimits): Promise<Pick<BoundedZipFile, 'names' | 'read'>> {
  const tooBig = () => new ExtractionError('extraction.too_big')
  if (archive.entryCount > limits.zipEntries) throw tooBig()

  const entries = new Map<string, yauzl.Entry>()
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: yauzl.Entry) => {
      if (entries.size >= limits.zipEntries) return reject(tooBig())
      if (entry.generalPurposeBitFlag & 1) return reject(new ExtractionError('extraction.password'))
      entries.set(entry.fileName, entry)
      archive.readEntry()
    })
    archive.on('end', () => resolve())
    archive.on('error', (error) => reject(damagedError(error)))
    archive.readEntry()
  })

  // An archive under 1 MB gets the allowance of 1 MB: repetitive XML inflates 100 times without harm.
  const maxInflatedBytes = Math.min(limits.unzippedBytes, Math.max(size, 2 ** 20) * limits.zipRatio)
  let declared = 0
  for (const entry of entries.values()) declared += entry.uncompressedSize
  if (declared > maxInflatedBytes) throw tooBig()

  let inflated = 0
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) return
      const stream = await new Promise<Readable>((resolve, reject) => {
        archive.openReadStream(entry, (error, opened) => (error ? reject(damagedError(error)) : resolve(opened)))
      })
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          inflated += chunk.length
          if (inflated > maxInflatedBytes) throw tooBig()
          yield chunk
        }
      } catch (error) {
        throw isZipError(error) ? damagedError(error) : error
      } finally {
        stream.destroy()
      }
    },
  }
}

function isZipError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (code ?? '').startsWith('Z_') || /too (many|few) bytes in the stream|invalid (local|compressed)/i.test(message ?? '')
}

function damagedError(cause: unknown): ExtractionError {
  return new ExtractionError('extraction.damaged', undefined, { cause })
}
