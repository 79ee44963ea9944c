import type { LibraryDocument, Validity } from '@parvis/contract'
import { formatLongDate } from '../../../ui/words/formats.ts'

type Tone = 'success' | 'warning' | 'neutral' | 'primary'

/** Label of a state of a document, and its tone. */
interface ForceMark {
  label: string
  tone: Tone
}

/** Dates of a document in a form; empty for none. */
export interface ValidityValues {
  valid_from: string
  valid_until: string
  review_by: string
  supersedes_id: string
}

/** « 1er mars 2024 » */
export const dayWords = (day: string): string => formatLongDate(day, 'UTC')

/** Whether a document has dates or other versions. Without any, it is always in force and nothing is said about it. */
export const isDated = ({ valid_from, valid_until, review_by, supersedes_id, superseded_on }: Validity): boolean =>
  [valid_from, valid_until, review_by, supersedes_id, superseded_on].some((value) => value !== null)

/** State of a document today: « En vigueur », « Remplacé le 1er mars 2024 », and whether its review is due. Empty for a document without dates. */
export function forceMarks(document: Validity): ForceMark[] {
  const { force, valid_from, valid_until, superseded_on, review_by, review_due } = document
  if (!isDated(document)) return []
  if (force === 'remplace') return [{ label: `Remplacé le ${dayWords(superseded_on!)}`, tone: 'neutral' }]
  if (force === 'expire') return [{ label: `Expiré le ${dayWords(valid_until!)}`, tone: 'warning' }]
  const review: ForceMark[] = review_due ? [{ label: `À vérifier depuis le ${dayWords(review_by!)}`, tone: 'warning' }] : []
  if (force === 'a_venir') return [{ label: `À venir le ${dayWords(valid_from!)}`, tone: 'primary' }, ...review]
  // A document to review is not said to be in force: nobody knows any more.
  if (valid_from === null) return review_due ? review : [{ label: 'En vigueur', tone: 'success' }]
  return [{ label: `En vigueur depuis le ${dayWords(valid_from)}`, tone: review_due ? 'neutral' : 'success' }, ...review]
}
/** Dates that the state does not say: « jusqu’au 31 décembre 2026, à vérifier le 1er juin 2026 ». Empty without any. */
export function datesSentence({ force, valid_from, in_force_until, review_by, review_due }: Validity): string {
  if (force === 'remplace' || force === 'expire') return valid_from === null ? '' : `en vigueur à partir du ${dayWords(valid_from)}`
  const parts = [in_force_until !== null && `jusqu’au ${dayWords(in_force_until)}`, review_by !== null && !review_due && `à vérifier le ${dayWords(review_by)}`]
  return parts.filter(Boolean).join(', ')
}

/** Name of a file without its extension. */
export const titleOf = (filename: string): string => filename.replace(/\.[^.]*$/u, '').trim()

/** Whether two files have the same title: the same name without its extension, regardless of case and accents. */
export const isSameTitle = (one: string, other: string): boolean => titleOf(one).localeCompare(titleOf(other), 'fr', { sensitivity: 'base' }) === 0

/** Sentence that says why files dropped on a document do not make a new version of it; null if they do. */
export function versionRefusal(document: LibraryDocument, fileCount: number, hasFolder: boolean): string | null {
  const name = `«\u00a0${document.original_filename}\u00a0»`
  if (hasFolder || fileCount !== 1) return 'Déposez un seul fichier sur un document\u00a0: il en devient la nouvelle version.'
  if (!document.can_edit) return `${name} ne peut être remplacé que par la personne qui l’a ajouté, celles qui tiennent sa catégorie ou un administrateur.`
  return document.superseded_by_id === null ? null : `${name} a déjà une version plus récente\u00a0: déposez le fichier sur celle-ci.`
}
