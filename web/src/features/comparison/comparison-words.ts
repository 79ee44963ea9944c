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

/** Question that asks a model to sum up a comparison: the list of changes, within the size of a message. */
export function summaryRequest(before: string, after: string, changes: readonly TextChange[], maxCharacters: number): string {
  const head = `Résume ce qui change entre «\u00a0${before}\u00a0» (avant) et «\u00a0${after}\u00a0» (après), pour quelqu’un qui connaît le premier. Commence par ce qui change en pratique, puis les chiffres. Cite les deux documents. Voici la liste exacte des changements\u00a0:\n`
  const lines: string[] = []
  let size = head.length
  for (const { kind, before: old, after: next, section } of changes) {
    const place = section === null ? '' : ` (${section})`
    const texts = kind === 'moved' ? [next?.text] : [old && `avant\u00a0: ${old.text}`, next && `après\u00a0: ${next.text}`]
    const line = `- ${kindNames[kind]}${place}\u00a0: ${texts.filter(Boolean).join(' → ')}`
    if (size + line.length + 80 > maxCharacters)
      return `${head}${lines.join('\n')}\n- et ${plural(changes.length - lines.length, 'autre changement', 'autres changements')}.`
    lines.push(line)
    size += line.length + 1
  }
  return head + lines.join('\n')
}
