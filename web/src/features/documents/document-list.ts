import type { DocumentProgress, DocumentSort, LibraryDocument } from '@parvis/contract'
import { listSearch, idParam, choiceParam, panelParam, pageCountParam } from '../../router/search-param.ts'
import type { PageSizes } from '../../ui/lists/MoreRows.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'

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

/** Documents that the list shows: all but the replaced ones, those to check, or those that are no longer in force. */
export const stateChoices = [
  { id: 'actuels', label: 'Documents actuels' },
  { id: 'a-verifier', label: 'À vérifier' },
  { id: 'anciens', label: 'Remplacés ou expirés' },
] as const
export type DocumentStateFilter = (typeof stateChoices)[number]['id']

const stateParam = choiceParam(
  'etat',
  stateChoices.map(({ id }) => id),
  'actuels',
)

/** Query of a state filter. */
export const stateQueries = {
  actuels: { force: 'current' },
  'a-verifier': { review: 'due' },
  anciens: { force: 'former' },
} as const

/** URL parameters of the document base. An empty category means all of them. */
export const documentSearchParams = {
  category: idParam('categorie'),
  state: stateParam,
  search: listSearch,
  sort: sortParam,
  read: panelParam('document'),
  pages: pageCountParam,
}

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

/** Fields of a document that a person edits; an empty text for none. */
export type EditableDocument = Record<(typeof editableKeys)[number], string>
const editableKeys = ['category', 'description', 'valid_from', 'valid_until', 'review_by', 'supersedes_id'] as const

export const editableFields = (document: Pick<LibraryDocument, (typeof editableKeys)[number]>): EditableDocument =>
  Object.fromEntries(editableKeys.map((key) => [key, document[key] ?? ''])) as EditableDocument

/** Returns only the fields that were changed, so that a colleague's changes to the others are not overwritten. */
export function changesOf(shown: Parameters<typeof editableFields>[0], edited: EditableDocument): Partial<EditableDocument> {
  const before = editableFields(shown)
  return Object.fromEntries(editableKeys.filter((key) => edited[key] !== before[key]).map((key) => [key, edited[key]]))
}

/** Returns a document with its current processing state. */
export const withState = (document: LibraryDocument, lives: ReadonlyMap<string, DocumentProgress>): LibraryDocument => ({
  ...document,
  ...lives.get(document.id),
})

export interface CategoryChoice {
  /** Empty for all categories. */
  name: string
  /** Number of documents in force today. */
  count: number
}

type CategoryCounts = { categories: readonly string[]; counts: Readonly<Record<string, number>>; totals: Readonly<Record<string, number>> }

/** « 3 documents, dont 2 en vigueur ». @param inForce number of them in force today; undefined when it is unknown */
export const countSentence = (count: number, inForce: number | undefined): string =>
  inForce === undefined || inForce >= count ? plural(count, 'document') : `${plural(count, 'document')}, dont ${formatNumber(inForce)} en vigueur`

/** Returns the options of the filter: all categories, then each one that has documents, and the selected one even if it has none. */
export function categoryChoices({ categories, counts, totals }: CategoryCounts, chosen: string): CategoryChoice[] {
  const knownCategories = chosen === '' || categories.includes(chosen) ? categories : [...categories, chosen]
  const all = knownCategories.map((name) => ({ name, count: counts[name] ?? 0 }))
  return [{ name: '', count: all.reduce((sum, { count }) => sum + count, 0) }, ...all.filter(({ name }) => (totals[name] ?? 0) > 0 || name === chosen)]
}
