import path from 'node:path'
import type { Config } from '../config/config.ts'
import { createFileBlobs, temporaryFolder } from './file-blobs.ts'
import type { BlobStore } from './port.ts'

/** Opens the file store of the settings. The client of object stores is loaded only when one is set: it is large. */
export async function openBlobs({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): Promise<BlobStore> {
  const dir = path.join(dataDir, 'fichiers')
  if (files.kind === 'folder') return createFileBlobs(dir)
  const { createS3Blobs } = await import('./s3-blobs.ts')
  return createS3Blobs(files, path.join(dir, temporaryFolder))
}
