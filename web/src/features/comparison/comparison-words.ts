import type { ChangedFigure, RouteAnswer, routes, TextChange } from '@parvis/contract'
import { citedNumbers } from '../../chat/sources/quote-marks.ts'
import { plural } from '../../ui/words/formats.ts'

export const kindNames: Record<TextChange['kind'], string> = { added: 'Ajouté', removed: 'Retiré', changed: 'Modifié', moved: 'Déplacé' }

/** Kinds that the list can be filtered by, in their order, with their number of changes. */
export const kindCounts = (changes: readonly Pick<TextChange, 'kind'>[]): { kind: TextChange['kind']; count: number }[] =>
  (['changed', 'added', 'removed', 'moved'] as const)
    .map((kind) => ({ kind, count: changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)

/** Figure with the noun that it counts: « 30 jours ». */
export const figureText = (figure: ChangedFigure, side: 'before' | 'after'): string => {
  const unit = side === 'before' ? figure.before_unit : figure.after_unit
  return unit === undefined ? figure[side] : `${figure[side]}\u00a0${unit}`
}

/** Sentence that sums up a comparison: « 3 changements, dont 2 chiffres ». */
export const summaryOf = (changes: readonly unknown[], figures: readonly unknown[]): string =>
  changes.length === 0
    ? 'Aucun changement de fond'
    : `${plural(changes.length, 'changement')}${figures.length === 0 ? '' : `, ${plural(figures.length, 'chiffre qui change', 'chiffres qui changent')}`}`

type Comparison = RouteAnswer<typeof routes.comparisons.compare>
type ComparisonSummary = RouteAnswer<typeof routes.comparisons.summary>

/** What a summary does not cover: changes that did not fit, or a document that it does not cite. Null: nothing. */
export function summaryCaution({ before, after, changes }: Comparison, { text, sources, left_out }: ComparisonSummary): string | null {
  const numbers = citedNumbers(text)
  const cited = new Set(sources.filter(({ number }) => numbers.has(number)).map(({ document_id }) => document_id))
  const uncited = [before, after].filter(({ id }, at) => changes.some((change) => change[at === 0 ? 'before' : 'after'] !== null) && !cited.has(id))
  const sentences = [
    ...(left_out === 0 ? [] : [`${plural(left_out, 'changement ne tenait', 'changements ne tenaient')} pas dans ce résumé\u00a0: lisez la liste ci-dessous.`]),
    ...(uncited.length === 0
      ? []
      : [`Il ne cite pas ${uncited.map(({ name }) => `«\u00a0${name}\u00a0»`).join(' ni ')}\u00a0: vérifiez-le avec la liste ci-dessous.`]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}
