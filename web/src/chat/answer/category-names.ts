import type { LibraryCategory } from '@parvis/contract'
import { fold } from '../../ui/lists/matching.ts'

/** Whether `wanted` is the category's name, or a name that it had before an administrator renamed or merged it. Case and accents are ignored. */
export function answersTo({ name, former_names }: Pick<LibraryCategory, 'name' | 'former_names'>, wanted: string | null): boolean {
  return wanted !== null && [name, ...former_names].some((one) => fold(one) === fold(wanted))
}
