import type { Log } from './log.ts'
import type { BlobId, BlobStore } from './blobs/port.ts'
import { isFilesUnavailable } from './errors/app-error.ts'

/**
 * Deletes files that nothing uses any more. A failure is logged and never thrown: the sweep of stray files deletes them later. Once the store does not
 * answer, the rest is left to the sweep too: a person is waiting, and each file would wait for the store again.
 */
export async function removeBlobs({ blobs, log }: { blobs: BlobStore; log: Log }, ids: readonly BlobId[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    try {
      await blobs.remove(id)
    } catch (error) {
      const isDown = isFilesUnavailable(error)
      log.warn({ err: error instanceof Error ? error.name : 'unknown', files: isDown ? ids.length - index : 1 }, 'files to delete are left to the sweep')
      if (isDown) return
    }
  }
}
