/** Caches the result of `create`, which runs once for all callers. A failure is not cached. */
export function cachePromise<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | null = null
  return () =>
    (cached ??= create().catch((error: unknown) => {
      cached = null
      throw error
    }))
}
