import type { Readable } from 'node:stream'

/** Random id of a stored file; it reveals neither its name nor its owner. */
type BlobId = string

/** Store of uploaded files. File names are not stored here but in the database. */
export type BlobStore = {
  /** Stores a file, whole or not at all: when the stream fails or is aborted, nothing remains. Once this resolves, the file survives a power cut. */
  write(content: AsyncIterable<Uint8Array>): Promise<{ id: BlobId; size: number }>
  /** Opens a file; null when it is missing. */
  read(id: BlobId): Promise<{ content: Readable; size: number } | null>
  /** Calls `borrow` with the path of the file; returns null, without calling it, when the file is missing. */
  withPath<T>(id: BlobId, borrow: (path: string) => Promise<T>): Promise<T | null>
  /** Deletes a file; a missing one is no error. */
  remove(id: BlobId): Promise<void>
  /** Lists the files stored more than `ageMs` ago. */
  olderThan(ageMs: number): Promise<BlobId[]>
  /** Deletes the temporary files of interrupted writes that have not grown for `idleMs`. */
  deleteUnfinished(idleMs: number): Promise<void>
}
