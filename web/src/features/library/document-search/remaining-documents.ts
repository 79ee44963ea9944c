import type { LibraryDocument } from '@parvis/contract'
import { plural } from '../../../ui/words/formats.ts'

/** Result of checking chosen documents: those that still exist, those deleted since, and the French sentence about the latter. */
export interface RemainingDocuments {
  ids: string[]
  deletedIds: string[]
  notice: string
}

type NamedDocument = Pick<LibraryDocument, 'id' | 'original_filename'>

const maxNamed = 3

/** @param known documents shown on the page, the only source of the names of deleted ones */
export function remainingOf(chosen: readonly string[], known: readonly NamedDocument[], present: readonly Pick<NamedDocument, 'id'>[]): RemainingDocuments {
  const isPresent = (id: string) => present.some((document) => document.id === id)
  const gone = chosen.filter((id) => !isPresent(id))
  const names = known.filter(({ id }) => gone.includes(id)).map(({ original_filename }) => `«\u00a0${original_filename}\u00a0»`)
  const isNamed = names.length === gone.length && gone.length <= maxNamed
  const what = isNamed ? names.join(', ') : plural(gone.length, 'document choisi', 'documents choisis')
  const verb = gone.length > 1 ? 'ont été supprimés' : 'a été supprimé'
  const ids = chosen.filter(isPresent)
  const left = ids.length > 0 ? 'votre question porte sur les autres documents choisis' : 'choisissez d’autres documents, puis reposez votre question'
  return { ids, deletedIds: gone, notice: `${what} ${verb} entre-temps\u00a0: ${left}.` }
}
