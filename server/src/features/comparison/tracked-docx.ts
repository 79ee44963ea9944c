import { compareWords, type FigureChange, type TrackedComparison, type Unit, type WordPart } from '@parvis/document-comparison'
import { plainLetterhead, toDocx, type TrackedBlock, type TrackedPart } from '@parvis/office-writing'

/** Content of an export: the comparison, the names of the two documents, the date, and a cleaned letterhead or null. */
export interface ComparisonExport {
  comparison: TrackedComparison
  before: string
  after: string
  /** ISO 8601. */
  date: string
  dateInWords: string
  letterhead: Uint8Array | null
}

const revisionAuthor = 'Comparaison Parvis'

/** Writes the new text in Word with tracked changes, after a table of the figures that changed. */
export function writeTrackedDocx({ comparison, before, after, date, dateInWords, letterhead }: ComparisonExport): Uint8Array<ArrayBuffer> {
  const { changes, figures } = comparison
  const text = (words: string) => [{ kind: 'text' as const, text: words, marks: [] }]
  const paragraph = (words: string) => ({ kind: 'paragraph' as const, role: 'body' as const, content: text(words) })
  const report = {
    title: 'Comparaison',
    facts: [`Avant\u00a0: ${before}`, `Après\u00a0: ${after}`, dateInWords],
    date,
    dateInWords,
    author: revisionAuthor,
    description: `Ce qui change de «\u00a0${before}\u00a0» à «\u00a0${after}\u00a0»`,
    keywords: 'comparaison',
    blocks: [
      { kind: 'heading' as const, level: 2 as const, content: text('Ce qui change en chiffres') },
      figures.length === 0
        ? paragraph('Aucun chiffre ne change.')
        : {
            kind: 'table' as const,
            aligns: ['left', 'right', 'right'] as const,
            header: [text('Quoi'), text('Avant'), text('Après')],
            rows: figures.map((figure) => [text(figure.label ?? ''), text(withUnit(figure, 'before')), text(withUnit(figure, 'after'))]),
          },
      paragraph(
        changes.length === 0
          ? 'Aucun changement de fond.'
          : `${changes.length === 1 ? 'Un changement est suivi' : `${changes.length} changements sont suivis`} dans le texte qui commence à la page suivante\u00a0: tout accepter donne le nouveau texte, tout refuser l’ancien, à la typographie près.`,
      ),
    ],
  }
  return toDocx(report as Parameters<typeof toDocx>[0], letterhead ?? plainLetterhead(), { blocks: trackedBlocks(comparison), author: revisionAuthor, date })
}

const withUnit = (figure: FigureChange, side: 'before' | 'after') => {
  const unit = side === 'before' ? figure.before_unit : figure.after_unit
  return unit === undefined ? figure[side] : `${figure[side]} ${unit}`
}

/** Converts the steps of a comparison to blocks with their revisions, in the order of the new text. */
function trackedBlocks({ before, after, steps }: TrackedComparison): TrackedBlock[] {
  const same = (text: string): TrackedPart[] => [{ kind: 'same', text }]
  return steps.flatMap((step): TrackedBlock[] => {
    switch (step.kind) {
      case 'same':
        return step.after.map((at) => block(after[at]!, { kind: 'same' }, same))
      case 'added':
        return step.after.map((at) => block(after[at]!, { kind: 'inserted' }, same))
      case 'removed':
        return step.before.map((at) => block(before[at]!, { kind: 'deleted' }, same))
      case 'moved_from':
        return step.before.map((at) => block(before[at]!, { kind: 'moved_from', move: step.move }, same))
      case 'moved_to':
        return step.after.map((at) => block(after[at]!, { kind: 'moved_to', move: step.move }, same))
      case 'changed':
        return changedBlocks(before[step.before[0]!]!, after[step.after[0]!]!, step.words)
    }
  })
}

const partsOf = (words: readonly WordPart[]): TrackedPart[] =>
  words.map(({ kind, text }) => ({ text, kind: kind === 'added' ? 'inserted' : kind === 'removed' ? 'deleted' : 'same' }))

/** Blocks of a changed unit: one with its words, or the former deleted and the new one inserted when their forms differ. */
function changedBlocks(before: Unit, after: Unit, words: readonly WordPart[]): TrackedBlock[] {
  const isSameForm = before.kind === after.kind && before.level === after.level && before.cells?.length === after.cells?.length
  if (!isSameForm) {
    const same = (text: string): TrackedPart[] => [{ kind: 'same', text }]
    return [block(before, { kind: 'deleted' }, same), block(after, { kind: 'inserted' }, same)]
  }
  if (after.kind !== 'row') return [block(after, { kind: 'same' }, () => partsOf(words))]
  return [block(after, { kind: 'same' }, (text, at) => partsOf(compareWords(before.cells?.[at] ?? '', text)))]
}

function block(unit: Unit, status: TrackedBlock['status'], parts: (text: string, cell: number) => TrackedPart[]): TrackedBlock {
  if (unit.kind === 'row') {
    const cells = unit.cells ?? []
    return {
      kind: 'row',
      status,
      table: unit.table ?? 0,
      isHeader: unit.columns !== undefined && cells.every((cell, at) => cell === unit.columns![at]),
      cells: cells.map(parts),
    }
  }
  if (unit.kind === 'heading') return { kind: 'heading', status, level: Math.min(6, (unit.level ?? 1) + 1), parts: parts(unit.text, 0) }
  return { kind: unit.kind, status, parts: parts(unit.text, 0) }
}
