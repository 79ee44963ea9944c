import { open } from 'node:fs/promises'
import { ExtractionError, openZipFile as openBounded, type BoundedZipFile } from '@parvis/document-reading/archive'

/** Archive that cannot be read to its end, or that inflates beyond its limits. */
export class ZipFileError extends Error {
  readonly isTooLarge: boolean
  constructor(isTooLarge: boolean, options: { cause: unknown }) {
    super(isTooLarge ? 'the archive inflates beyond its limits' : 'the archive is damaged', options)
    this.isTooLarge = isTooLarge
  }
}

const zipMark = Buffer.from('PK\u0003\u0004', 'latin1')

/** Whether a file begins as a ZIP archive. */
export async function isZipFile(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(zipMark.length), 0, zipMark.length, 0)
    return bytesRead === zipMark.length && buffer.equals(zipMark)
  } finally {
    await file.close()
  }
}

/**
 * Opens a ZIP archive of the disk, whose entries are inflated as they are read. The caller closes it.
 * @throws {ZipFileError} also from `read`
 */
export async function openZipFile(path: string, limits: Parameters<typeof openBounded>[1]): Promise<BoundedZipFile> {
  const { names, read, close } = await openBounded(path, limits).catch(refuse)
  return {
    names,
    async *read(name) {
      try {
        yield* read(name)
      } catch (error) {
        refuse(error)
      }
    },
    close,
  }
}

function refuse(error: unknown): never {
  throw error instanceof ExtractionError ? new ZipFileError(error.code === 'extraction.too_big', { cause: error }) : error
}
