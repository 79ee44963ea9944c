import type { ExtractionFailure, FailureCode } from './port.ts'

const REASONS: Record<FailureCode, string> = {
  'extraction.password': 'protégé par un mot de passe',
  'extraction.damaged': 'fichier abîmé ou incomplet',
  'extraction.no_text': 'document scanné : aucun texte reconnu',
  'extraction.unsupported': 'format non pris en charge',
  'extraction.type_mismatch': 'le contenu ne correspond pas à l’extension du fichier',
  'extraction.too_big': 'trop volumineux une fois décompressé',
  'extraction.too_many_pages': 'trop de pages',
  'extraction.time': 'lecture trop longue, arrêtée',
  'extraction.memory': 'lecture trop gourmande en mémoire, arrêtée',
  'extraction.empty': 'fichier vide',
  'extraction.slow': 'trop long à lire d’un coup',
}

export const FAILURE_CODES = Object.keys(REASONS) as FailureCode[]

/** Failure thrown by parsers; `parseDocument` turns it into a result. */
export class ExtractionError extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, reason: string = REASONS[code], options?: ErrorOptions) {
    super(reason, options)
    this.name = 'ExtractionError'
    this.code = code
  }
}

/** Returns the failure of a code, with its usual French reason by default. */
export function failureOf(code: FailureCode, reason: string = REASONS[code]): ExtractionFailure {
  return { code, reason }
}

/** French reason for a file that cannot be read because of one page. */
export function damagedAt(page: number): string {
  return `fichier abîmé à la page ${page.toLocaleString('fr-FR')}`
}
