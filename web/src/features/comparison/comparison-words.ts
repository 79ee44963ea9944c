import type { ChangedFigure, TextChange } from '@parvis/contract'
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
