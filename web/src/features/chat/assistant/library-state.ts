import type { LibraryCategory } from '@parvis/contract'
import { answersTo } from '../../../chat/answer/category-names.ts'

export interface ChosenLibrary {
  label: string
  /** It was deleted, or has no document any more. */
  isGone: boolean
}

/** @param categories undefined while nobody knows: then nothing is said to be gone */
export function libraryState(name: string | null, categories: readonly LibraryCategory[] | undefined): ChosenLibrary | null {
  if (name === null) return null
  const found = categories?.find((category) => answersTo(category, name))
  return { label: found?.display_name ?? name, isGone: categories !== undefined && found === undefined }
}
