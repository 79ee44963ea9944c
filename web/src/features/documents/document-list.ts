import type { DocumentProgress, DocumentSort, LibraryDocument } from '@parvis/contract'
import { listSearch, idParam, choiceParam, panelParam, pageCountParam } from '../../router/search-param.ts'
import type { PageSizes } from '../../ui/lists/MoreRows.tsx'

/** Page sizes: the first page fills a screen, the next ones have the server's usual size. */
export const documentPageSizes: PageSizes = { first: 8, next: 25 }

export const sortChoices: readonly { id: DocumentSort; label: string }[] = [
  { id: 'recent', label: 'Ajout, le plus récent d’abord' },
  { id: 'name', label: 'Nom du fichier' },
  { id: 'size', label: 'Taille, le plus lourd d’abord' },
]

const sortParam = choiceParam(
  'tri',
  sortChoices.map(({ id }) => id),
  'recent',
)

/** URL parameters of the document base. An empty category means all of them. */
export const documentSearchParams = { category: idParam('categorie'), search: listSearch, sort: sortParam, read: panelParam('document'), pages: pageCountParam }

/** Maximum number of documents whose states are requested at once; the contract allows 100. */
const statesAtOnce = 100

export const isRunning = ({ state }: Pick<LibraryDocument, 'state'>): boolean => state === 'en_attente' || state === 'en_cours'

/** Returns the ids of the documents still being read, at most `statesAtOnce`. */
export const runningIds = (documents: readonly LibraryDocument[]): string[] =>
  documents
    .filter(isRunning)
    .slice(0, statesAtOnce)
    .map(({ id }) => id)

/** Returns the requested ids that are missing from the answer: these documents were deleted, or are no longer open to this person. */
export const missingIds = (requestedIds: readonly string[], lives: readonly DocumentProgress[]): string[] =>
  requestedIds.filter((id) => !lives.some((progress) => progress.id === id))

/** Returns only the fields that were changed, so that a colleague's changes to the others are not overwritten. */
export const changesOf = (
  shown: Pick<LibraryDocument, 'category' | 'description'>,
  { category, description }: Pick<LibraryDocument, 'category' | 'description'>,
): { category?: string; description?: string } => ({
  ...(category !== shown.category && { category }),
  ...(description !== shown.description && { description }),
})

/** Returns a document with its current processing state. */
export const withState = (document: LibraryDocument, lives: ReadonlyMap<string, DocumentProgress>): LibraryDocument => ({
  ...document,
  ...lives.get(document.id),
})

export interface CategoryChoice {
  /** Empty for all categories. */
  name: string
  count: number
}

/** Returns the options of the filter: all categories, then each one that has documents, and the selected one even if it has none. */
export function categoryChoices(
  { categories, counts }: { categories: readonly string[]; counts: Readonly<Record<string, number>> },
  chosen: string,
): CategoryChoice[] {
  const knownCategories = chosen === '' || categories.includes(chosen) ? categories : [...categories, chosen]
  const all = knownCategories.map((name) => ({ name, count: counts[name] ?? 0 }))
  return [{ name: '', count: all.reduce((sum, { count }) => sum + count, 0) }, ...all.filter(({ name, count }) => count > 0 || name === chosen)]
}
