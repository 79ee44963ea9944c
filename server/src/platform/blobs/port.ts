import type { Readable } from 'node:stream'

/** What a file is kept under: drawn at random, it says nothing of its name nor of its owner. */
type BlobId = string

/** Files as they were received. Nothing here knows their names: those are texts of the database. */
export type Blobs = {
  /**
   * Keeps what the stream gives, whole or not at all: when it fails or is aborted, nothing remains.
   * Once settled, the file survives a power cut.
   */
  write(content: AsyncIterable<Uint8Array>): Promise<{ id: BlobId; size: number }>
  /** Null when the file is missing. */
  read(id: BlobId): Promise<{ content: Readable; size: number } | null>
  /** Lends the path of the file to `borrow`; answers null, without calling it, when the file is missing. */
  lend<T>(id: BlobId, borrow: (path: string) => Promise<T>): Promise<T | null>
  /** A missing file is already removed. */
  remove(id: BlobId): Promise<void>
  /** Files kept for longer than `ageMs`. */
  olderThan(ageMs: number): Promise<BlobId[]>
  /** Removes what writes that never ended left behind and that nothing was added to for `idleMs`. */
  clean(idleMs: number): Promise<void>
}
