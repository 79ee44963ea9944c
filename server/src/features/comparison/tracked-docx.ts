import { compareWords, type FigureChange, type TrackedComparison, type Unit, type WordPart } from '@parvis/document-comparison'
import type { DocumentBlock, InlineNode, TrackedChange } from '@parvis/markdown'
import { plainLetterhead, toDocx } from '@parvis/office-writing'

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
  return toDocx({ ...(report as Parameters<typeof toDocx>[0]), appendix: trackedBlocks(comparison, date) }, letterhead ?? plainLetterhead())
}

const withUnit = (figure: FigureChange, side: 'before' | 'after') => {
  const unit = side === 'before' ? figure.before_unit : figure.after_unit
  return unit === undefined ? figure[side] : `${figure[side]} ${unit}`
}

/** Change of a unit: of all its words, of some of them, or none. */
type UnitChange = TrackedChange | readonly WordPart[][] | undefined

/** Converts the steps of a comparison to blocks with tracked changes, in the order of the new text. */
function trackedBlocks({ before, after, steps }: TrackedComparison, date: string): DocumentBlock[] {
  const written: { unit: Unit; change: UnitChange }[] = []
  const sign = (kind: TrackedChange['kind'], move?: number): TrackedChange => ({
    kind,
    author: revisionAuthor,
    date,
    ...(move === undefined ? {} : { move }),
  })
  const push = (units: readonly Unit[], positions: readonly number[], change: UnitChange) =>
    written.push(...positions.map((at) => ({ unit: units[at]!, change })))
  // Word has no move of rows: a move that has some is a deletion and an insertion.
  const hasRows = new Set<number>()
  for (const step of steps) {
    if (step.kind === 'moved_from' && step.before.some((at) => before[at]!.kind === 'row')) hasRows.add(step.move)
    if (step.kind === 'moved_to' && step.after.some((at) => after[at]!.kind === 'row')) hasRows.add(step.move)
  }
  const moveOf = (move: number) => (hasRows.has(move) ? undefined : move)
  for (const step of steps) {
    if (step.kind === 'same') push(after, step.after, undefined)
    else if (step.kind === 'added') push(after, step.after, sign('inserted'))
    else if (step.kind === 'removed') push(before, step.before, sign('deleted'))
    else if (step.kind === 'moved_from') push(before, step.before, sign('deleted', moveOf(step.move)))
    else if (step.kind === 'moved_to') push(after, step.after, sign('inserted', moveOf(step.move)))
    else {
      const [old, unit] = [before[step.before[0]!]!, after[step.after[0]!]!]
      const isSameForm = old.kind === unit.kind && old.level === unit.level && old.cells?.length === unit.cells?.length
      if (isSameForm) {
        const words = unit.kind === 'row' ? (unit.cells ?? []).map((cell, at) => compareWords(old.cells?.[at] ?? '', cell)) : [[...step.words]]
        written.push({ unit, change: words })
      } else written.push({ unit: old, change: sign('deleted') }, { unit, change: sign('inserted') })
    }
  }
  return treeOfUnits(written, { inserted: sign('inserted'), deleted: sign('deleted') })
}

type ChangedUnit = { unit: Unit; change: UnitChange }
type Changes = Record<TrackedChange['kind'], TrackedChange>

/** Builds the tree: rows that follow each other with the same columns make one table, items one list. */
function treeOfUnits(units: readonly ChangedUnit[], changes: Changes): DocumentBlock[] {
  const tree: DocumentBlock[] = []
  for (const [at, one] of units.entries()) {
    const { unit, change } = one
    const above = units[at - 1]?.unit
    const last = tree.at(-1)
    const whole = wholeChange(change)
    const content = () => contentOf(one, 0, unit.text, changes)
    const tracked = whole === undefined ? {} : { change: whole }
    if (unit.kind === 'heading') tree.push({ kind: 'heading', level: Math.min(6, (unit.level ?? 1) + 1), content: content(), ...tracked })
    else if (unit.kind === 'paragraph') tree.push({ kind: 'paragraph', role: 'body', content: content(), ...tracked })
    else if (unit.kind === 'item') {
      const item: DocumentBlock[] = [{ kind: 'paragraph', role: 'body', content: content(), ...tracked }]
      if (above?.kind === 'item' && last?.kind === 'list') last.items.push(item)
      else tree.push({ kind: 'list', marker: 'bullet', start: 1, items: [item] })
    } else {
      const row = (unit.cells ?? []).map((cell, index) => contentOf(one, index, cell, changes))
      const isSameTable = above?.kind === 'row' && above.table === unit.table && above.cells?.length === unit.cells?.length
      if (isSameTable && last?.kind === 'table') {
        last.rows.push(row)
        ;(last.rowChanges as (TrackedChange | undefined)[]).push(whole)
      } else tree.push(newTable(unit, row, whole))
    }
  }
  return tree
}

const isHeader = ({ cells = [], columns }: Unit) => columns !== undefined && cells.every((cell, at) => cell === columns[at])

const newTable = (unit: Unit, row: InlineNode[][], change: TrackedChange | undefined): DocumentBlock => ({
  kind: 'table',
  aligns: row.map(() => null),
  header: isHeader(unit) ? row : row.map(() => []),
  rows: isHeader(unit) ? [] : [row],
  rowChanges: isHeader(unit) ? [change] : [undefined, change],
})

const wholeChange = (change: UnitChange): TrackedChange | undefined => (change !== undefined && 'author' in change ? change : undefined)

const word = (text: string, change?: TrackedChange): InlineNode[] =>
  text.split('\n').flatMap((line, at): InlineNode[] => {
    const tracked = change === undefined ? {} : { change }
    return [
      ...(at === 0 ? [] : [{ kind: 'break' as const, ...tracked }]),
      ...(line === '' ? [] : [{ kind: 'text' as const, text: line, marks: [], ...tracked }]),
    ]
  })

function contentOf({ change }: ChangedUnit, cell: number, text: string, changes: Changes): InlineNode[] {
  if (change === undefined || 'author' in change) return word(text)
  return change[cell]!.flatMap(({ kind, text: words }) => word(words, kind === 'added' ? changes.inserted : kind === 'removed' ? changes.deleted : undefined))
}
