import type { ManagedDocumentCategory } from '@parvis/contract'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { plural } from '../../ui/words/formats.ts'

/** Returns the error of each refused field; without any, the sentence of the error, or the fallback. */
export function describeRefusal(error: unknown, fallback: string): { name: string | null; display_name: string | null; sentence: string | null } {
  const fields = error instanceof ApiError ? error.fields : {}
  const [name = null, display_name = null] = [fields['name'], fields['display_name']]
  return { name, display_name, sentence: name === null && display_name === null ? sentenceOf(error, fallback) : null }
}

export const noRefusal = { name: null, display_name: null, sentence: null }
export const nameRequired = { ...noRefusal, name: 'Donnez un nom à la catégorie' }

/** Returns the names to send. A blank display name is replaced by the name of the category. */
export const namesOf = (name: string, shown: string): Pick<ManagedDocumentCategory, 'name' | 'display_name'> => ({
  name: name.trim(),
  display_name: shown.trim() || name.trim(),
})

type CategoryContent = Pick<ManagedDocumentCategory, 'document_count' | 'open_to'>

/** Detail of a category that may receive documents: its number of documents and who can read them. */
export function targetDetail({ document_count, open_to }: CategoryContent): string {
  const readers = open_to === null ? 'ouverte à tous' : open_to.length === 0 ? 'ouverte à personne' : `ouverte à\u00a0: ${open_to.join(', ')}`
  return `${plural(document_count, 'document')}, ${readers}`
}

/**
 * Sentence about the consequences of deleting a category of documents. If access to the category is restricted, the sentence warns that those with access
 * to the target category will read its documents.
 */
export function removalNote({ document_count, open_to }: CategoryContent): string {
  if (document_count === 0) return 'Les conversations qui l’interrogeaient restent lisibles.'
  const continuedSentence = 'Les conversations en cours continuent avec la catégorie choisie.'
  return open_to === null
    ? continuedSentence
    : `Elle n’est pas ouverte à tous\u00a0: ses documents seront lus par les personnes à qui la catégorie choisie est ouverte. ${continuedSentence}`
}
