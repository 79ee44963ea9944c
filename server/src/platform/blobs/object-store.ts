/** Small objects of the store that are not files of people: marks and lists, under reserved keys relative to `S3_PREFIX`. */
export type ObjectStore = {
  put(key: string, content: Uint8Array): Promise<void>
  /** Reads an object; null when it is missing. */
  get(key: string): Promise<Buffer | null>
  /** Lists the keys that begin with `prefix`. */
  list(prefix: string): Promise<string[]>
  /** Deletes an object; a missing one is no error. */
  remove(key: string): Promise<void>
}

/** Key of the object that says which instance the files belong to. */
export const markKey = 'marque'
