import type { DocumentLife, DocumentSort, LibraryDocument } from '@parvis/contract'
import { listSearch } from '../../layout/list-search.ts'
import { oneNamed, oneOf, openBeside, readPages } from '../../router/address-state.ts'
import type { PageLengths } from '../../ui/lists/pages.ts'

/** A screen, the newest of them, then a page as the server gives it. */
export const documentPages: PageLengths = { first: 8, next: 25 }

export const sortChoices: readonly { id: DocumentSort; label: string }[] = [
  { id: 'recent', label: 'Ajout, le plus récent d’abord' },
  { id: 'name', label: 'Nom du fichier' },
  { id: 'size', label: 'Taille, le plus lourd d’abord' },
]

/** Its default is the newest first. */
const sortAsked = oneOf(
  'tri',
  sortChoices.map(({ id }) => id),
  'recent',
)

/** What of the shared library is in sight, and which of them is read; without a category, all of them are. */
export const documentKeeping = { category: oneNamed('categorie'), search: listSearch, sort: sortAsked, read: openBeside('document'), pages: readPages }

/** At most so many states are asked at once; the contract allows 100. */
const statesAtOnce = 100

export const isRunning = ({ state }: Pick<LibraryDocument, 'state'>): boolean => state === 'en_attente' || state === 'en_cours'

/** Ids of those that are still being read. */
export const runningIds = (documents: readonly LibraryDocument[]): string[] =>
  documents
    .filter(isRunning)
    .slice(0, statesAtOnce)
    .map(({ id }) => id)

/** Those of the documents that were asked of which nothing is said: deleted, or closed to this person, while they were being read. */
export const goneIds = (asked: readonly string[], lives: readonly DocumentLife[]): string[] => asked.filter((id) => !lives.some((life) => life.id === id))

/** What a person has changed of a document, and nothing else: a colleague may have changed the rest since it was shown. */
export const changesOf = (
  shown: Pick<LibraryDocument, 'category' | 'description'>,
  { category, description }: Pick<LibraryDocument, 'category' | 'description'>,
): { category?: string; description?: string } => ({
  ...(category !== shown.category && { category }),
  ...(description !== shown.description && { description }),
})

/** A document, with where it is now. */
export const withLife = (document: LibraryDocument, lives: ReadonlyMap<string, DocumentLife>): LibraryDocument => ({ ...document, ...lives.get(document.id) })

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
  const known = chosen === '' || categories.includes(chosen) ? categories : [...categories, chosen]
  const all = known.map((name) => ({ name, count: counts[name] ?? 0 }))
  return [{ name: '', count: all.reduce((sum, { count }) => sum + count, 0) }, ...all.filter(({ name, count }) => count > 0 || name === chosen)]
}
