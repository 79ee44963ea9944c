import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/schema/index.ts'
import { createFileBlobs, temporaryFolder } from './file-blobs.ts'
import { createMovingBlobs } from './moving-blobs.ts'
import type { BlobStore } from './port.ts'

type FileSettings = Pick<Config, 'dataDir' | 'files'>

/** Opens the stores of the settings: the folder, and the bucket if one is set. Its client is loaded only then: it is large. */
export async function openStores({ dataDir, files }: FileSettings): Promise<{ folder: BlobStore; s3: BlobStore | null }> {
  const dir = path.join(dataDir, 'fichiers')
  const folder = createFileBlobs(dir)
  if (files.kind === 'folder') return { folder, s3: null }
  const { createS3Blobs } = await import('./s3-blobs.ts')
  return { folder, s3: createS3Blobs(files, path.join(dir, temporaryFolder)) }
}

/** Opens the file store of an instance, whose database tells where its files are. */
export async function openBlobs(settings: FileSettings, db: Db): Promise<BlobStore> {
  const { folder, s3 } = await openStores(settings)
  if (s3 === null) return folder
  const readLocation = () => db.selectFrom('file_store').select(['target', 'is_whole']).executeTakeFirstOrThrow()
  return createMovingBlobs({ folder, s3, readLocation })
}
