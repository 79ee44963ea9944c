import type { Readable } from 'node:stream'

/** Random id of a stored file; it reveals neither its name nor its owner. */
export type BlobId = string

/** SHA-256 of a file, in hexadecimal; null for a file stored by a version without digests. */
export type BlobDigest = string | null

export type StoredBlob = { id: BlobId; size: number; sha256: string }

/**
 * Store of uploaded files: a folder, or an S3-compatible object store. File names are only in the database. A missing file gives null. A missing or
 * invalid answer of the store makes every method but `isUp` throw `AppError` `files.unavailable`.
 */
export type BlobStore = {
  /**
   * Stores a file atomically: when the stream fails or is aborted, nothing remains. Once the promise resolves, the file survives a power cut.
   * @param inspect called with the path of the complete temporary file; when it throws, nothing is stored
   */
  write(content: AsyncIterable<Uint8Array>, inspect?: (file: string) => Promise<void>): Promise<StoredBlob>
  /**
   * Opens a file; null when it is missing. When the bytes are not those of `sha256`, or not as many as the store announced, the stream fails before its
   * last chunk with `files.damaged`.
   */
  read(id: BlobId, sha256?: BlobDigest): Promise<{ content: Readable; size: number } | null>
  /**
   * Calls `work` with the path of the file, valid until `work` ends. Returns null, without calling it, when the file is missing.
   * @throws {AppError} `files.damaged`, without calling `work`, when the bytes are not those of `sha256`
   */
  withPath<T>(id: BlobId, work: (path: string) => Promise<T>, sha256?: BlobDigest): Promise<T | null>
  /** Stores a copy of a local file under a given id, for moves and restorations. Replaces a file with this id. */
  put(id: BlobId, file: string): Promise<StoredBlob>
  /** Returns the size of a file, and its digest when the store knows it without reading the file. Null when the file is missing. */
  stat(id: BlobId): Promise<{ size: number; sha256: BlobDigest } | null>
  /** Deletes a file; a missing one is no error. */
  remove(id: BlobId): Promise<void>
  /** Lists the files stored more than `ageMs` ago by the clock of the store, by pages. A listing that fails throws; it never ends early. */
  olderThan(ageMs: number): AsyncIterable<BlobId[]>
  /** Whether the store answers within about a second, for health checks; never throws. */
  isUp(): Promise<boolean>
  /** Deletes the temporary files of interrupted processes that have not changed for `idleMs`. */
  deleteUnfinished(idleMs: number): Promise<void>
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isBlobId = (id: string): boolean => idPattern.test(id)

/** Checks an id before it becomes a path or a key. @throws {RangeError} when it is invalid */
export function checkedBlobId(id: string): BlobId {
  if (!isBlobId(id)) throw new RangeError('not the id of a file')
  return id
}
