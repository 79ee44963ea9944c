import type { DocumentLife, LibraryDocument } from '@parvis/contract'
import { isFound } from '../../ui/matching.ts'

/** Rows of one page of the table. */
export const documentsPerPage = 25

/** At most so many states are asked at once; the contract allows 100. */
const statesAtOnce = 100

/** Documents whose name or description holds what is looked for. */
export function searchDocuments(documents: readonly LibraryDocument[], search: string): LibraryDocument[] {
  return documents.filter(({ original_filename, description }) => isFound(search, [original_filename, description]))
}

export const isRunning = ({ state }: Pick<LibraryDocument, 'state'>): boolean => state === 'en_attente' || state === 'en_cours'

/** Ids of those that are still being read. */
export const runningIds = (documents: readonly LibraryDocument[]): string[] =>
  documents
    .filter(isRunning)
    .slice(0, statesAtOnce)
    .map(({ id }) => id)

/** The documents, with where they are now. */
export function withLives(documents: readonly LibraryDocument[], lives: readonly DocumentLife[]): LibraryDocument[] {
  const byId = new Map(lives.map((life) => [life.id, life]))
  return documents.map((document) => ({ ...document, ...byId.get(document.id) }))
}

export interface CategoryChoice {
  /** Empty: all of them. */
  name: string
  count: number
}

/** « Toutes », then each category that has documents, and the one that is chosen. */
export function categoryChoices(
  { categories, counts }: { categories: readonly string[]; counts: Readonly<Record<string, number>> },
  chosen: string,
): CategoryChoice[] {
  const all = categories.map((name) => ({ name, count: counts[name] ?? 0 }))
  return [{ name: '', count: all.reduce((sum, { count }) => sum + count, 0) }, ...all.filter(({ name, count }) => count > 0 || name === chosen)]
}
