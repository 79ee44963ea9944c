import { align, type Alignment } from './alignment/align.ts'
import { compareFigures } from './figures.ts'
import { createLexicon, keyUnits, unitsOf, type KeyedUnit } from './text/units.ts'
import { compareWords } from './words.ts'
import type { Change, ChangeSide, ComparedDocument, Comparison, FigureChange, Step, TrackedComparison, Unit } from './types.ts'

/** Comparison being written: steps and changes, in the order of the new document. */
interface Writing {
  before: readonly KeyedUnit[]
  after: readonly KeyedUnit[]
  steps: Step[]
  changes: Change[]
  figures: FigureChange[]
}

/** Compares two documents. What typography alone changes is no change, nor is a paragraph cut in two, or two joined. */
export function compareDocuments(before: ComparedDocument, after: ComparedDocument): Comparison {
  const { changes, figures } = trackChanges(before, after)
  return { changes, figures }
}

/** Compares two documents, and gives the tracked text. */
export function trackChanges(before: ComparedDocument, after: ComparedDocument): TrackedComparison {
  const [oldUnits, newUnits] = [unitsOf(before), unitsOf(after)]
  const lexicon = createLexicon()
  const writing: Writing = { before: keyUnits(oldUnits, lexicon), after: keyUnits(newUnits, lexicon), steps: [], changes: [], figures: [] }
  writeSteps(writing, align(writing.before, writing.after, lexicon))
  const { steps, changes, figures } = writing
  return { before: oldUnits, after: newUnits, steps, changes, figures: mergeFigures(figures) }
}

const side = (units: readonly Unit[], positions: number[]): ChangeSide => ({
  text: positions.map((at) => units[at]!.text).join('\n'),
  page: units[positions[0]!]!.page,
  units: positions,
})

function sectionOf(units: readonly KeyedUnit[], at: number): string | null {
  const unit = units[at]!
  // The section of a heading is the one that contains it.
  if (unit.kind !== 'heading') return units[unit.section]?.text ?? null
  for (let above = at - 1; above >= 0; above -= 1) if (units[above]!.kind === 'heading' && units[above]!.level! < unit.level!) return units[above]!.text
  return null
}

function writeSteps(writing: Writing, { groups, moves }: Alignment): void {
  const { before, after } = writing
  const moveOfBefore = new Map<number, number>()
  const moveOfAfter = new Map<number, number>()
  // A unit that moved alone and changed is a changed one: its new place has its words.
  const changedAndMoved = new Map<number, number>()
  for (const [move, { pairs }] of moves.entries()) {
    if (pairs.length === 1 && before[pairs[0]![0]]!.titleKey !== after[pairs[0]![1]]!.titleKey) changedAndMoved.set(pairs[0]![1], pairs[0]![0])
    for (const at of moves[move]!.before) moveOfBefore.set(at, move)
    for (const at of moves[move]!.after) moveOfAfter.set(at, move)
  }
  const removed = (at: number) => {
    const move = moveOfBefore.get(at)
    if (move !== undefined && moves[move]!.pairs.length === 1 && changedAndMoved.has(moves[move]!.pairs[0]![1]))
      writing.steps.push({ kind: 'removed', before: [at] })
    else if (move !== undefined) writing.steps.push({ kind: 'moved_from', before: [at], move })
    else {
      writing.steps.push({ kind: 'removed', before: [at] })
      writing.changes.push({ kind: 'removed', before: side(before, [at]), after: null, section: sectionOf(before, at) })
    }
  }
  const added = (at: number) => {
    const move = moveOfAfter.get(at)
    const from = changedAndMoved.get(at)
    if (from !== undefined) {
      writing.steps.push({ kind: 'added', after: [at] })
      writeChanged(writing, from, at, true)
    } else if (move !== undefined) {
      writing.steps.push({ kind: 'moved_to', after: [at], move })
      if (moves[move]!.after[0] === at) writeMove(writing, moves[move]!)
    } else {
      writing.steps.push({ kind: 'added', after: [at] })
      writing.changes.push({ kind: 'added', before: null, after: side(after, [at]), section: sectionOf(after, at) })
    }
  }
  let [i, j] = [0, 0]
  for (const group of [...groups, { before: [before.length], after: [after.length] }]) {
    for (; i < group.before[0]!; i += 1) removed(i)
    for (; j < group.after[0]!; j += 1) added(j)
    if (i === before.length && j === after.length) break
    i = group.before.at(-1)! + 1
    j = group.after.at(-1)! + 1
    const isSame = group.before.length + group.after.length > 2 || before[group.before[0]!]!.key === after[group.after[0]!]!.key
    if (isSame) writing.steps.push({ kind: 'same', ...group })
    else writing.steps.push({ kind: 'changed', before: group.before, after: group.after, words: writeChanged(writing, group.before[0]!, group.after[0]!) })
  }
}

function writeChanged({ before, after, changes, figures }: Writing, from: number, to: number, isMoved = false) {
  const words = compareWords(before[from]!.text, after[to]!.text)
  for (const figure of compareFigures(before[from]!, after[to]!, words)) figures.push({ ...figure, change: changes.length })
  changes.push({
    kind: 'changed',
    before: side(before, [from]),
    after: side(after, [to]),
    section: sectionOf(after, to),
    words,
    ...(isMoved ? { moved: true as const } : {}),
  })
  return words
}

/** Adds a move, then the units that changed inside it. A title that was only renumbered is part of the move. */
function writeMove(writing: Writing, { pairs, before: from, after: to }: Alignment['moves'][number]): void {
  const { before, after, changes } = writing
  changes.push({ kind: 'moved', before: side(before, from), after: side(after, to), section: sectionOf(after, to[0]!) })
  for (const [old, next] of pairs)
    if (before[old]!.key !== after[next]!.key && before[old]!.titleKey !== after[next]!.titleKey) writeChanged(writing, old, next)
}

/** Keeps one of the figures that are the same amount or date under the same name. */
function mergeFigures(figures: readonly FigureChange[]): FigureChange[] {
  const seen = new Set<string>()
  return figures.filter(({ before, after, label = '' }) => {
    const key = [before, after, label].join('|')
    return !seen.has(key) && seen.add(key)
  })
}
