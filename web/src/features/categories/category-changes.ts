import type { ManagedDocumentCategory } from '@parvis/contract'
import { changedSince } from '../../layout/drafts/form-draft.ts'

/** The names as they were typed: without another one, the library chat shows that of the category. */
export const namesOf = (name: string, shown: string): Pick<ManagedDocumentCategory, 'name' | 'display_name'> => ({
  name: name.trim(),
  display_name: shown.trim() || name.trim(),
})

/** What a person has changed of a category, and nothing else: a colleague may have changed the rest since it was shown. */
export const changesOf = <Fields extends object>(shown: Fields, typed: Fields): Partial<Fields> => changedSince(typed, shown)
