import { feedbackReasons, type FeedbackReason } from '@parvis/contract'
import { formatNumber } from '../../ui/words/formats.ts'

/** Formats the reasons of negative feedback, most frequent first: « Réponse inexacte (3), Hors sujet (1) »; a dash when there are none. */
export function reasonsInWords(counts: Partial<Record<FeedbackReason, number>>): string {
  const given = Object.entries(counts) as [FeedbackReason, number][]
  if (given.length === 0) return '–'
  return given
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${feedbackReasons[reason]}\u00a0(${formatNumber(count)})`)
    .join(', ')
}
