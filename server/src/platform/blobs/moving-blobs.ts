import type { BlobStore } from './port.ts'

/** Location of the files. `target`: store of new files. `is_whole`: whether it has every file; otherwise the other store has some. */
type FileLocation = { target: 'dossier' | 's3'; is_whole: boolean }

type MovingParts = { folder: BlobStore; s3: BlobStore; readLocation(): Promise<FileLocation> }

/**
 * Creates a file store over a folder and a bucket, while another process may be moving files between them (`npm run admin -- move-files`). Until the move is
 * complete, a file missing from the target is read from the other store. Deletions and listings always cover both, so that no copy survives its document.
 */
export function createMovingBlobs({ folder, s3, readLocation }: MovingParts): BlobStore {
  const storesOf = ({ target }: FileLocation): [target: BlobStore, other: BlobStore] => (target === 's3' ? [s3, folder] : [folder, s3])
  const targetNow = async () => storesOf(await readLocation())[0]

  /** Looks for a file in both stores, and again if the location has changed meanwhile. */
  const find = async <T>(look: (store: BlobStore) => Promise<T | null>): Promise<T | null> => {
    for (let location = await readLocation(); ;) {
      const [target, other] = storesOf(location)
      // The third look finds a file that was moved between the first two.
      const found = (await look(target)) ?? (location.is_whole ? null : ((await look(other)) ?? (await look(target))))
      const now = found === null ? await readLocation() : location
      if (now.target === location.target && now.is_whole === location.is_whole) return found
      location = now
    }
  }

  return {
    async write(content, inspect) {
      const target = await targetNow()
      const stored = await target.write(content, inspect)
      const now = await targetNow()
      if (now === target) return stored
      // A move to the other store began meanwhile, and may already have listed the files of this one.
      await target.withPath(stored.id, (file) => now.put(stored.id, file), stored.sha256)
      await target.remove(stored.id)
      return stored
    },
    put: async (id, file) => (await targetNow()).put(id, file),
    read: (id, sha256) => find((store) => store.read(id, sha256)),
    async withPath(id, work, sha256) {
      const found = await find((store) => store.withPath(id, async (file) => ({ result: await work(file) }), sha256))
      return found === null ? null : found.result
    },
    stat: (id) => find((store) => store.stat(id)),
    remove: async (id) => void (await Promise.all([folder.remove(id), s3.remove(id)])),
    async *olderThan(ageMs) {
      yield* folder.olderThan(ageMs)
      yield* s3.olderThan(ageMs)
    },
    deleteUnfinished: (idleMs) => s3.deleteUnfinished(idleMs),
    isUp: () =>
      targetNow().then(
        (store) => store.isUp(),
        () => false,
      ),
  }
}
