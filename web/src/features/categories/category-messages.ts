import type { ManagedDocumentCategory } from '@parvis/contract'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { plural } from '../../ui/words/formats.ts'

/** Returns the sentence of a failed save; null if the errors of the fields say it. */
export function describeCategoryError(error: unknown): string | null {
  const { name, display_name } = fieldErrorsOf(error)
  if (name !== undefined || display_name !== undefined) return null
  return sentenceOf(error, 'La catégorie n’a pas pu être enregistrée. Ce que vous avez écrit est gardé\u00a0; veuillez réessayer.')
}

/** Returns the names to send. A blank display name is replaced by the name of the category. */
export const namesOf = (name: string, displayName: string): Pick<ManagedDocumentCategory, 'name' | 'display_name'> => ({
  name: name.trim(),
  display_name: displayName.trim() || name.trim(),
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
