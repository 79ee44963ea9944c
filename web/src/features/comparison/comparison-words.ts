import type { ChangedFigure, RouteAnswer, routes, TextChange } from '@parvis/contract'
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

/** Maximum number of characters of the list of changes given to a model. */
const maxListed = 12_000

/** Question that asks a model to sum up a comparison, with the list of changes. Those beyond `maxListed` characters are counted. */
export function summaryRequest({ before, after, changes }: Pick<RouteAnswer<typeof routes.comparisons.compare>, 'before' | 'after' | 'changes'>): string {
  const lines: string[] = []
  let size = 0
  for (const { kind, before: old, after: next, section } of changes) {
    const location = section === null ? '' : ` (${section})`
    const texts = kind === 'moved' ? [next?.text] : [old && `avant\u00a0: ${old.text}`, next && `après\u00a0: ${next.text}`]
    const line = `- ${kindNames[kind]}${location}\u00a0: ${texts.filter(Boolean).join(' → ').replace(/\n/g, ' / ')}`
    size += line.length + 1
    if (size > maxListed) break
    lines.push(line)
  }
  const left = changes.length - lines.length
  if (left > 0) lines.push(`- et ${plural(left, 'autre changement', 'autres changements')}.`)
  return `Résume ce qui change entre «\u00a0${before.name}\u00a0» (avant) et «\u00a0${after.name}\u00a0» (après), pour quelqu’un qui connaît le premier\u00a0: d’abord ce qui change en pratique, puis les chiffres. Cite mot à mot les deux documents. Voici la liste exacte des changements\u00a0:\n\n${lines.join('\n')}`
}
