import path from 'node:path'
import type { Config } from '../config/config.ts'
import { isFilesUnavailable } from '../errors/app-error.ts'
import type { Log } from '../log.ts'
import type { Db } from '../db/schema/index.ts'
import { createFileBlobs, temporaryFolder } from './file-blobs.ts'
import { createMovingBlobs } from './moving-blobs.ts'
import type { BlobStore } from './port.ts'

type FileSettings = Pick<Config, 'dataDir' | 'files'>

/**
 * Opens the configured stores: the folder, and the bucket if one is set. The S3 client is large: it is only loaded for a bucket.
 * @param temporaryDir folder of the temporary files of the bucket; default: that of the folder
 */
export async function openStores({ dataDir, files }: FileSettings, temporaryDir?: string): Promise<{ folder: BlobStore; s3: BlobStore | null }> {
  const dir = path.join(dataDir, 'fichiers')
  const folder = createFileBlobs(dir)
  if (files.kind === 'folder') return { folder, s3: null }
  const { createS3Blobs } = await import('./s3-blobs.ts')
  return { folder, s3: createS3Blobs(files, temporaryDir ?? path.join(dir, temporaryFolder)) }
}

/** Opens the file store of an instance. The table `file_store` gives the location of the files. Failures of the bucket are logged with their cause. */
export async function openBlobs(settings: FileSettings, db: Db, log: Log): Promise<BlobStore> {
  const { folder, s3 } = await openStores(settings)
  if (s3 === null) return folder
  const readLocation = () => db.selectFrom('file_store').select(['target', 'is_whole']).executeTakeFirstOrThrow()
  return createMovingBlobs({ folder, s3: withFailureLog(s3, log), readLocation })
}

/** Wraps a store to log the cause of each `files.unavailable`, which HTTP answers leave out. */
function withFailureLog(store: BlobStore, log: Log): BlobStore {
  const logged = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      if (isFilesUnavailable(error)) log.warn({ err: describeCause((error as Error).cause) }, 'the file store did not answer')
      throw error
    })
  return {
    ...store,
    write: (content, inspect) => logged(store.write(content, inspect)),
    put: (id, file) => logged(store.put(id, file)),
    read: (id, sha256) => logged(store.read(id, sha256)),
    withPath: (id, work, sha256) => logged(store.withPath(id, work, sha256)),
    stat: (id) => logged(store.stat(id)),
    remove: (id) => logged(store.remove(id)),
  }
}

function describeCause(cause: unknown): string {
  const { name = 'unknown', code, $metadata } = (cause ?? {}) as { name?: string; code?: unknown; $metadata?: { httpStatusCode?: number } }
  return [name, $metadata?.httpStatusCode, typeof code === 'string' ? code : null].filter(Boolean).join(' ')
}
