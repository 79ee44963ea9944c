import type { LibraryCategory } from '@parvis/contract'
import { fold } from '../../ui/lists/matching.ts'

/** Whether the category is meant by this name, which it may have had before an administrator renamed or merged it. */
export function answersTo({ name, former_names }: Pick<LibraryCategory, 'name' | 'former_names'>, wanted: string | null): boolean {
  return wanted !== null && [name, ...former_names].some((one) => fold(one) === fold(wanted))
}
