import type { EmbeddingModel } from './vector-store.ts'

/** Vector space used by searches: the built-in vectors (`terms`), or those of an embedding model. */
export type SearchVectorSpace = { kind: 'terms' } | { kind: 'stored'; model: EmbeddingModel }

/** String that identifies a vector space. */
export const vectorSpaceKey = (space: SearchVectorSpace): string => (space.kind === 'terms' ? 'terms' : `model ${space.model.id}`)

/**
 * Chooses the vector space for searches: the configured model if complete; else the latest complete model of the same server, which can still embed
 * questions; else the built-in vectors, which every passage has.
 * @param models all recorded models, oldest first
 */
export const chooseVectorSpace = (models: readonly EmbeddingModel[], configured: { server: string; model: string } | null): SearchVectorSpace => {
  const complete = models.filter(({ server, is_complete }) => is_complete && server === configured?.server)
  const model = complete.findLast(({ name }) => name === configured?.model) ?? complete.at(-1)
  return model === undefined ? { kind: 'terms' } : { kind: 'stored', model }
}
