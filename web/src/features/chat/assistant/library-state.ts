import type { LibraryCategory } from '@parvis/contract'
import { isCategoryNamed } from '../../../chat/answer/category-names.ts'

export interface ChosenLibrary {
  label: string
  /** Whether the library is missing from those that this person can search: deleted, empty, or not accessible. */
  isUnavailable: boolean
}

/**
 * Finds the label and the availability of a library, by its current or a former name; null without a library.
 * @param categories undefined while loading: `isUnavailable` is then false
 */
export function libraryState(name: string | null, categories: readonly LibraryCategory[] | undefined): ChosenLibrary | null {
  if (name === null) return null
  const found = categories?.find((category) => isCategoryNamed(category, name))
  return { label: found?.display_name ?? name, isUnavailable: categories !== undefined && found === undefined }
}
