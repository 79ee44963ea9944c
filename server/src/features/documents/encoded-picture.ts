import type { DocumentFormat, EncodedPicture } from '@parvis/document-reading'
import type { Context } from '../../context.ts'
import { isFilesUnavailable } from '../../platform/errors/app-error.ts'

/** Formats of documents that are one picture. */
export const pictureFormats: ReadonlySet<DocumentFormat> = new Set<DocumentFormat>(['png', 'jpeg', 'tiff'])

/** Total size of the encoded pictures cached in one process, in bytes. */
const maxCachedBytes = 32 * 2 ** 20

/** Least recently used pictures first. A stored file never changes, so that its encoding stays true. */
const caches = new WeakMap<Context, Map<string, EncodedPicture>>()

type StoredPicture = { blob_id: string; sha256: string | null; original_filename: string; uploader_id: string | null }

/**
 * Returns a stored picture encoded again: its pixels only, 2,048 at most on the long side. It is decoded in the confined process of document reading. Null
 * when the file is missing or cannot be decoded.
 * @throws {AppError} `files.unavailable`
 */
export async function encodedPicture(
  context: Context,
  { blob_id, sha256, original_filename, uploader_id }: StoredPicture,
  signal: AbortSignal,
): Promise<EncodedPicture | null> {
  const cache = caches.get(context) ?? new Map<string, EncodedPicture>()
  caches.set(context, cache)
  const cached = cache.get(blob_id)
  if (cached !== undefined) {
    cache.delete(blob_id)
    cache.set(blob_id, cached)
    return cached
  }
  const encode = (path: string) => context.extractor.encodePicture({ path, original_filename }, { signal, owner: uploader_id })
  const result = await context.blobs.withPath(blob_id, encode, sha256).catch((error: unknown) => {
    signal.throwIfAborted()
    if (isFilesUnavailable(error)) throw error
    context.log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'picture not encoded')
    return null
  })
  if (result === null || !result.ok) return null
  cache.set(blob_id, result.picture)
  let size = [...cache.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
  for (const [id, { bytes }] of cache) {
    if (size <= maxCachedBytes) break
    cache.delete(id)
    size -= bytes.length
  }
  return result.picture
}
