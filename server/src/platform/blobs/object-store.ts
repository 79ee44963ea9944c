/** Small internal objects (mark of the instance, erasure lists), under reserved keys relative to `S3_PREFIX`. */
export type ObjectStore = {
  put(key: string, content: Uint8Array): Promise<void>
  /** Reads an object; null when it is missing. */
  get(key: string): Promise<Buffer | null>
  /** Lists the keys that begin with `prefix`. */
  list(prefix: string): Promise<string[]>
  /** Deletes an object; a missing one is no error. */
  remove(key: string): Promise<void>
}

/** Key of the mark that identifies the instance of the files. */
export const markKey = 'marque'
