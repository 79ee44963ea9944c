import type { LeftOut } from '../../chat/export/write-several.ts'
import { formatNumber, plural } from '../../ui/words/formats.ts'

/** Conversations of one archive: a browser holds it in memory until it is whole. */
export const largestExport = 200

export interface ExportOutcome {
  sentence: string
  /** Those that are named under it. */
  left: readonly LeftOut[]
}

export const tooManyWords = (count: number): string =>
  `Un export prend ${largestExport}\u00a0conversations au plus\u00a0: désélectionnez-en ${formatNumber(count - largestExport)}, puis exportez-les à leur tour.`

/** « Conversation exportée », « 3 conversations exportées » */
export const doneWords = (count: number): string => (count === 1 ? 'Conversation exportée' : plural(count, 'conversation exportée', 'conversations exportées'))

/** What is said where something is missing. */
export const outcomeOf = (done: number, left: readonly LeftOut[]): ExportOutcome => ({
  sentence: `${done === 0 ? 'Rien n’a été exporté' : doneWords(done)}\u00a0; ${left.length === 1 ? 'celle-ci n’a pas pu l’être' : 'celles-ci n’ont pas pu l’être'}\u00a0:`,
  left,
})
