import type { LibraryCategory } from '@parvis/contract'
import { foldText } from '../../ui/lists/matching.ts'

/** Whether `searchedName` is the category's name, or a name that it had before an administrator renamed or merged it. Case and accents are ignored. */
export function isCategoryNamed({ name, former_names }: Pick<LibraryCategory, 'name' | 'former_names'>, searchedName: string | null): boolean {
  return searchedName !== null && [name, ...former_names].some((one) => foldText(one) === foldText(searchedName))
}

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
