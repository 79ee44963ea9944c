import { constants } from '@parvis/contract'
import { ApiError } from '../../../api/transport/api-error.ts'

/** Events that move the progress bar (specification, chapters 4 and 9). */
export type ProgressEvent =
  | { type: 'started' }
  | { type: 'sending' }
  | { type: 'progressed'; percent: number }
  | { type: 'ticked' }
  | { type: 'finished' }
  | { type: 'reset' }

/**
 * Reducer of the progress bar, a percentage: 10 at the start, 30 before sending, then the real progress. A timer also advances it until it is complete. It
 * never decreases before it is reset, three seconds after the end.
 */
export function progressReducer(value: number, event: ProgressEvent): number {
  switch (event.type) {
    case 'started':
      return constants.uploadStartPercent
    case 'sending':
      return Math.max(value, constants.uploadBeforeSendPercent)
    case 'progressed':
      return Math.max(value, Math.min(100, Math.round(event.percent)))
    case 'ticked':
      return value > 0 && value < 100 ? Math.min(100, value + constants.uploadTickPercent) : value
    case 'finished':
      return 100
    case 'reset':
      return 0
  }
}

/** « 12,4 ko »: the specification uses kilobytes for every size. */
export function sizeInKo(bytes: number): string {
  const value = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: bytes < 100 * 1024 ? 1 : 0 }).format(bytes / 1024)
  return `${value}\u00a0ko`
}

/** Texts of the specification, chapters 5 and 8. */
export const uploadMessages = {
  fileRequired: 'Veuillez sélectionner un fichier',
  failed: 'Erreur lors du chargement des fichiers',
  done: (count: number) => `${count} fichier(s) chargé(s) avec succès`,
} as const

/** Returns the sentence of an upload in which no file was stored (specification, chapter 8), with each reason of the server once. */
export function describeUploadErrors(errors: readonly unknown[]): string {
  const reasons = errors.flatMap((error) => (error instanceof ApiError && error.code !== 'http' ? error.message : []))
  return reasons.length === 0 ? uploadMessages.failed : `${uploadMessages.failed}. ${[...new Set(reasons)].join(' ')}`
}
