import type { TokenCount, FoundPart } from '@parvis/contract'
import type { LeftOut } from '../../chat/export/write-several.ts'
import { formatNumber, plural } from '../../ui/words/formats.ts'

/** Maximum number of conversations in one archive, which the browser builds in memory. */
export const maxExportedConversations = 200

export interface ExportOutcome {
  sentence: string
  /** Conversations that could not be exported, listed under the sentence. */
  leftOut: readonly LeftOut[]
}

export const tooManySentence = (count: number): string =>
  `Un export prend ${maxExportedConversations}\u00a0conversations au plus\u00a0: désélectionnez-en ${formatNumber(count - maxExportedConversations)}, puis exportez-les à leur tour.`

/** « Conversation exportée », « 3 conversations exportées » */
export const doneSentence = (count: number): string =>
  count === 1 ? 'Conversation exportée' : plural(count, 'conversation exportée', 'conversations exportées')

/** Returns the outcome to show when some conversations could not be exported. */
export const outcomeOf = (exportedCount: number, leftOut: readonly LeftOut[]): ExportOutcome => ({
  sentence: `${exportedCount === 0 ? 'Rien n’a été exporté' : doneSentence(exportedCount)}\u00a0; ${leftOut.length === 1 ? 'celle-ci n’a pas pu l’être' : 'celles-ci n’ont pas pu l’être'}\u00a0:`,
  leftOut,
})

/** « Ce mois-ci, le modèle a lu 12 400 jetons et en a écrit 3 200 pour vous. »; null when nothing was counted. */
export function tokensSentence({ prompt_tokens, completion_tokens, uncounted }: TokenCount): string | null {
  if (prompt_tokens + completion_tokens === 0) return null
  const uncountedNote = uncounted === 0 ? '' : ` ${plural(uncounted, 'réponse est estimée', 'réponses sont estimées')}.`
  return `Ce mois-ci, le modèle a lu ${plural(prompt_tokens, 'jeton')} et en a écrit ${formatNumber(completion_tokens)} pour vous.${uncountedNote}`
}

/** Cuts the parts of a text at `length` characters in all and adds « … », as `truncate` does for a string. */
export function truncateParts(parts: readonly FoundPart[], length: number): FoundPart[] {
  const truncated: FoundPart[] = []
  let remainingLength = length
  for (const { text, found } of parts) {
    const characters = [...text]
    if (characters.length > remainingLength) return [...truncated, { text: characters.slice(0, remainingLength).join(''), found }, { text: '…', found: false }]
    truncated.push({ text, found })
    remainingLength -= characters.length
  }
  return truncated
}
