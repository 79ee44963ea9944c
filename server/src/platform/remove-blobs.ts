import type { Log } from './log.ts'
import type { BlobId, BlobStore } from './blobs/port.ts'

/** Deletes files that nothing uses any more. A failure is logged and never thrown: the sweep of stray files deletes them later. */
export async function removeBlobs({ blobs, log }: { blobs: BlobStore; log: Log }, ids: readonly BlobId[]): Promise<void> {
  for (const id of ids) {
    await blobs.remove(id).catch((error: unknown) => {
      log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'a file to delete is left to the sweep')
    })
  }
}
