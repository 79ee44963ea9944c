import type { EmbeddingModel } from './vector-store.ts'

/** Whose vectors questions are asked with. */
export type ServedSpace = { kind: 'terms' } | { kind: 'stored'; model: EmbeddingModel }

/** Tells two spaces apart. */
export const spaceKey = (space: ServedSpace): string => (space.kind === 'terms' ? 'terms' : `model ${space.model.id}`)

/**
 * The vectors that serve now: those of the configured model once it has all of them; until then those of the model before
 * it, if the same server can still be asked with it; else the built-in ones, which every passage has.
 * @param models all that are known, the oldest first
 */
export const chooseSpace = (models: readonly EmbeddingModel[], configured: { server: string; model: string } | null): ServedSpace => {
  const complete = models.filter(({ server, is_complete }) => is_complete && server === configured?.server)
  const model = complete.findLast(({ name }) => name === configured?.model) ?? complete.at(-1)
  return model === undefined ? { kind: 'terms' } : { kind: 'stored', model }
}
