import { allCategories, constants, type LibraryCategory } from '@parvis/contract'
import { isCategoryNamed } from '../../chat/context/library-state.ts'
import { formatNumber, plural } from '../../ui/words/formats.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, count) => total + count, 0)

/**
 * Returns the choices of the library chat: all categories together if there are several, then each of them.
 * @param wantedName name of the requested category; « all together » stays a choice for a conversation that queries it
 */
export function libraryChoices(categories: readonly LibraryCategory[], wantedName: string | null): readonly LibraryCategory[] {
  if (categories.length === 0 || (categories.length === 1 && wantedName !== allCategories.name)) return categories
  const all: LibraryCategory = {
    ...allCategories,
    former_names: [],
    document_count: sum(categories.map(({ document_count }) => document_count)),
    indexed_count: sum(categories.map(({ indexed_count }) => indexed_count)),
    unreadable_count: sum(categories.map(({ unreadable_count }) => unreadable_count)),
    vector_store_exists: categories.every(({ vector_store_exists }) => vector_store_exists),
    // One file of each category.
    files: categories.flatMap(({ files }) => files[0] ?? []),
  }
  return [all, ...categories]
}

/** Returns the requested category if it exists, else the first one (specification, chapter 2); null without any category. */
export function chosenCategory(categories: readonly LibraryCategory[], wantedName: string | null): LibraryCategory | null {
  return categories.find((category) => isCategoryNamed(category, wantedName)) ?? categories[0] ?? null
}

/** Display name of a category that is not in the list. */
const shownName = (name: string): string => (name === allCategories.name ? allCategories.display_name : name)

/** Returns the display name of the requested category if it is no longer available; null otherwise. */
export function unavailableCategory(categories: readonly LibraryCategory[], wantedName: string | null): string | null {
  return wantedName === null || categories.some((category) => isCategoryNamed(category, wantedName)) ? null : shownName(wantedName)
}

/** Sentence about a category that is no longer available. @param now the category shown instead; null when there is none */
export function unavailableSentence(lostCategory: string, now: Pick<LibraryCategory, 'display_name'> | null): string {
  const then =
    now === null ? 'Vous pouvez relire cette conversation, sans y poser de question.' : `Vos questions porteront sur «\u00a0${now.display_name}\u00a0».`
  return `La catégorie «\u00a0${lostCategory}\u00a0» n’existe plus, n’a plus de document, ou ne vous est plus ouverte. ${then}`
}

/** Builds an empty category with this name, to show a conversation whose category is no longer available. */
export const emptyCategory = (name: string): LibraryCategory => ({
  name,
  display_name: shownName(name),
  former_names: [],
  document_count: 0,
  indexed_count: 0,
  unreadable_count: 0,
  vector_store_exists: false,
  files: [],
})

/** Returns at most three file names, and how many others there are (specification, chapter 9). */
export function filesSummary({ files, document_count }: Pick<LibraryCategory, 'files' | 'document_count'>): {
  names: readonly string[]
  others: string | null
} {
  const names = files.slice(0, constants.librarySummaryFiles)
  const remainingCount = Math.max(0, document_count - names.length)
  return { names, others: remainingCount === 0 ? null : `et ${plural(remainingCount, 'autre')}` }
}

type CategoryCounts = Pick<LibraryCategory, 'document_count' | 'indexed_count' | 'unreadable_count'>

/** Number of documents queued or being read. */
const pendingCount = ({ document_count, indexed_count, unreadable_count }: CategoryCounts): number =>
  Math.max(0, document_count - indexed_count - unreadable_count)

const isBeingBuilt = (category: CategoryCounts): boolean => pendingCount(category) > 0

/** State of the index, in a sentence: number of documents read, or progress of the indexing. `unreadableNote`: documents that could not be read. */
export function indexState(category: CategoryCounts): { isReady: boolean; sentence: string; unreadableNote: string | null } {
  const { document_count, indexed_count, unreadable_count } = category
  const unreadableNote = unreadable_count === 0 ? null : plural(unreadable_count, 'n’a pas pu être lu', 'n’ont pas pu être lus')
  const read = plural(indexed_count, 'document lu', 'documents lus')
  if (isBeingBuilt(category))
    return { isReady: false, sentence: `Index en cours de construction\u00a0: ${read} sur\u00a0${formatNumber(document_count)}`, unreadableNote }
  const isReady = indexed_count > 0
  return { isReady, sentence: isReady ? read : 'Rien à interroger', unreadableNote }
}

const minPollMs = 2_000
const maxPollMs = 30_000

/**
 * Returns the polling interval for an index being built: half the time for which the data has not changed, between 2 and 30 s.
 * @param unchangedMs milliseconds between the first and the last response with the current data
 * @returns milliseconds; false when nothing is being built
 */
export function nextPollMs(categories: readonly CategoryCounts[], unchangedMs: number): number | false {
  if (!categories.some(isBeingBuilt)) return false
  return Math.min(maxPollMs, Math.max(minPollMs, unchangedMs / 2))
}
