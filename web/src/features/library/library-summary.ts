import { constants, type LibraryCategory } from '@parvis/contract'
import { answersTo } from '../../chat/category-names.ts'
import { plural } from '../../ui/formats.ts'

/** Which category is shown: the one asked for if it is there, else the first (specification, chapter 2); null without any. */
export function chosenCategory(categories: readonly LibraryCategory[], wanted: string | null): LibraryCategory | null {
  return categories.find((category) => answersTo(category, wanted)) ?? categories[0] ?? null
}

/** The category that was asked for and is not there any more; null when what is shown is what was wanted. */
export function lostCategory(categories: readonly LibraryCategory[], wanted: string | null): string | null {
  return wanted === null || categories.some((category) => answersTo(category, wanted)) ? null : wanted
}

/** At most three names, then how many others (specification, chapter 9). */
export function filesSummary({ files, document_count }: Pick<LibraryCategory, 'files' | 'document_count'>): {
  names: readonly string[]
  others: string | null
} {
  const names = files.slice(0, constants.librarySummaryFiles)
  const left = Math.max(0, document_count - names.length)
  return { names, others: left === 0 ? null : `et ${plural(left, 'autre')}` }
}

/** What the person can expect of the index. */
export function indexSentence({ vector_store_exists }: Pick<LibraryCategory, 'vector_store_exists'>): string {
  return vector_store_exists ? 'Index prêt' : 'Index en cours de construction'
}
