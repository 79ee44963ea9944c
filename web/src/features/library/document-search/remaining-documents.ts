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

/** @param knownDocuments documents shown on the page, the only source of the names of deleted ones */
export function remainingOf(
  chosen: readonly string[],
  knownDocuments: readonly NamedDocument[],
  presentDocuments: readonly Pick<NamedDocument, 'id'>[],
): RemainingDocuments {
  const isPresent = (id: string) => presentDocuments.some((document) => document.id === id)
  const deletedIds = chosen.filter((id) => !isPresent(id))
  const names = knownDocuments.filter(({ id }) => deletedIds.includes(id)).map(({ original_filename }) => `«\u00a0${original_filename}\u00a0»`)
  const isNamed = names.length === deletedIds.length && deletedIds.length <= maxNamed
  const subject = isNamed ? names.join(', ') : plural(deletedIds.length, 'document choisi', 'documents choisis')
  const verb = deletedIds.length > 1 ? 'ont été supprimés' : 'a été supprimé'
  const ids = chosen.filter(isPresent)
  const consequence = ids.length > 0 ? 'votre question porte sur les autres documents choisis' : 'choisissez d’autres documents, puis reposez votre question'
  return { ids, deletedIds: deletedIds, notice: `${subject} ${verb} entre-temps\u00a0: ${consequence}.` }
}
