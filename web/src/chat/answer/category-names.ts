import type { LibraryCategory } from '@parvis/contract'
import { foldText } from '../../ui/lists/matching.ts'

/** Whether `searchedName` is the category's name, or a name that it had before an administrator renamed or merged it. Case and accents are ignored. */
export function isCategoryNamed({ name, former_names }: Pick<LibraryCategory, 'name' | 'former_names'>, searchedName: string | null): boolean {
  return searchedName !== null && [name, ...former_names].some((one) => foldText(one) === foldText(searchedName))
}
