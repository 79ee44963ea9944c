import type { Config } from '../../platform/config/config.ts'
import { folderErasures, readErasures, type ErasureList } from './erasure-list.ts'
import { storeErasures } from './store-erasures.ts'

/** Returns the list of deletions of the settings: in the object store that has the files, or in the data directory. */
export function openErasureList({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): ErasureList {
  if (files.kind === 'folder') return folderErasures(dataDir)
  let list: Promise<ErasureList> | undefined
  // The client of object stores is large: it is loaded only when one is set.
  const open = () => (list ??= import('../../platform/blobs/s3-objects.ts').then(({ createS3Objects }) => storeErasures(createS3Objects(files))))
  return {
    // The files may have been moved to the store, and the list of the data directory left behind.
    read: async (since) => [...(await (await open()).read(since)), ...(await readErasures(dataDir))],
    append: async (erasures) => (await open()).append(erasures),
    merge: async (erasures) => (await open()).merge(erasures),
  }
}
