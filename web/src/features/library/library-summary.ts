import { allCategories, constants, type LibraryCategory } from '@parvis/contract'
import { answersTo } from '../../chat/answer/category-names.ts'
import { formatNumber, plural } from '../../ui/words/formats.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/**
 * The choices of the library chat: all the categories together, where there are several, then each of them.
 * @param wanted name of the one that is asked for: all together stay a choice for a conversation that asks them
 */
export function libraryChoices(categories: readonly LibraryCategory[], wanted: string | null): readonly LibraryCategory[] {
  if (categories.length === 0 || (categories.length === 1 && wanted !== allCategories.name)) return categories
  const all: LibraryCategory = {
    ...allCategories,
    former_names: [],
    document_count: sum(categories.map(({ document_count }) => document_count)),
    indexed_count: sum(categories.map(({ indexed_count }) => indexed_count)),
    unreadable_count: sum(categories.map(({ unreadable_count }) => unreadable_count)),
    vector_store_exists: categories.every(({ vector_store_exists }) => vector_store_exists),
    // One of each of the first categories.
    files: categories.flatMap(({ files }) => files[0] ?? []),
  }
  return [all, ...categories]
}

/** Which category is shown: the one asked for if it is there, else the first (specification, chapter 2); null without any. */
export function chosenCategory(categories: readonly LibraryCategory[], wanted: string | null): LibraryCategory | null {
  return categories.find((category) => answersTo(category, wanted)) ?? categories[0] ?? null
}

/** The name of a category as people know it, where the list does not have it. */
const shownName = (name: string): string => (name === allCategories.name ? allCategories.display_name : name)

/** The category that was asked for and is not there any more; null when what is shown is what was wanted. */
export function lostCategory(categories: readonly LibraryCategory[], wanted: string | null): string | null {
  return wanted === null || categories.some((category) => answersTo(category, wanted)) ? null : shownName(wanted)
}

/** What is said of it. @param now the one that takes its place; null: there is none */
export function lostSentence(lost: string, now: Pick<LibraryCategory, 'display_name'> | null): string {
  const then =
    now === null ? 'Vous pouvez relire cette conversation, sans y poser de question.' : `Vos questions porteront sur «\u00a0${now.display_name}\u00a0».`
  return `La catégorie «\u00a0${lost}\u00a0» n’existe plus, n’a plus de document, ou ne vous est plus ouverte. ${then}`
}

/** What is left to show of a category once nothing of it can be asked: its name. */
export const goneCategory = (name: string): LibraryCategory => ({
  name,
  display_name: shownName(name),
  former_names: [],
  document_count: 0,
  indexed_count: 0,
  unreadable_count: 0,
  vector_store_exists: false,
  files: [],
})

/** At most three names, then how many others (specification, chapter 9). */
export function filesSummary({ files, document_count }: Pick<LibraryCategory, 'files' | 'document_count'>): {
  names: readonly string[]
  others: string | null
} {
  const names = files.slice(0, constants.librarySummaryFiles)
  const left = Math.max(0, document_count - names.length)
  return { names, others: left === 0 ? null : `et ${plural(left, 'autre')}` }
}

type Counts = Pick<LibraryCategory, 'document_count' | 'indexed_count' | 'unreadable_count'>

/** Documents that are being read, or wait for it. */
const awaited = ({ document_count, indexed_count, unreadable_count }: Counts): number => Math.max(0, document_count - indexed_count - unreadable_count)

const isBeingBuilt = (category: Counts): boolean => awaited(category) > 0

/** State of the index, in a sentence: documents read, or how far it is built. `aside`: documents that will never be in it. */
export function indexState(category: Counts): { isReady: boolean; sentence: string; aside: string | null } {
  const { document_count, indexed_count, unreadable_count } = category
  const aside = unreadable_count === 0 ? null : plural(unreadable_count, 'n’a pas pu être lu', 'n’ont pas pu être lus')
  const read = plural(indexed_count, 'document lu', 'documents lus')
  if (isBeingBuilt(category))
    return { isReady: false, sentence: `Index en cours de construction\u00a0: ${read} sur\u00a0${formatNumber(document_count)}`, aside }
  const isReady = indexed_count > 0
  return { isReady, sentence: isReady ? read : 'Rien à interroger', aside }
}

const shortestLookMs = 2_000
const longestLookMs = 30_000

/**
 * How long to wait before looking again at an index under construction: the longer it has not changed, the longer.
 * @param still milliseconds between the first look that saw it so and the last one
 * @returns milliseconds; false once there is nothing to wait for
 */
export function nextLookMs(categories: readonly Counts[], still: number): number | false {
  if (!categories.some(isBeingBuilt)) return false
  return Math.min(longestLookMs, Math.max(shortestLookMs, still / 2))
}
