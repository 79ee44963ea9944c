import { isBare } from '../text/likeness.ts'
import type { KeyedUnit, Lexicon } from '../text/units.ts'
import { bestByRareWords, fillGap, type Regrouping } from './gaps.ts'
import { heaviestIncreasing, type Pair } from './lists.ts'
import { createMatching, extendMatches, match, matchUnique, unmatch, type Matching } from './matching.ts'

/** Units that correspond, in the order of both documents: one on each side, or several with equal joined texts. */
type AlignedGroup = Regrouping

/** Units that moved together, in order, with the regroupings among them, which are not in `pairs`. */
interface Move {
  pairs: Pair[]
  before: number[]
  after: number[]
}

export interface Alignment {
  /** In order: what is between two groups on one side only was removed, added or moved. */
  groups: AlignedGroup[]
  moves: Move[]
}

/** Match of a unit that is part of a regrouping. */
const regrouped = -2
/** Minimum word weight of a unit that counts as moved to another section. The words of a lighter unit are too common to prove a move. */
const minMovedWeight = 4
/** Letters of a heading from which it may move alone. */
const minMovedTitle = 6
/** Likeness and weight from which a unit moved and changed at once. */
const minMovedLikeness = 0.72
const minMovedChangedWeight = 5

/**
 * Aligns two documents: units that are unique in both, then their neighbours, then the gaps between those that are in the same order. The heaviest set in
 * order stays; the rest moved.
 */
export function align(before: readonly KeyedUnit[], after: readonly KeyedUnit[], lexicon: Lexicon): Alignment {
  const matching = createMatching(before, after, lexicon)
  matchUnique(matching, (unit) => (isBare(unit) ? null : unit.key))
  matchUnique(matching, (unit) => (unit.number === null || unit.titleKey.length < 4 ? null : unit.titleKey))
  extendMatches(matching, (a, b) => (isBare(a) || isBare(b) ? isBare(a) && isBare(b) : a.key === b.key))

  // What changed next to a match is matched before the order is decided: it counts in what stays.
  const anchored = runsOf(matching, pairsOf(matching)).flatMap((run) => extendRun(matching, run))

  const pairs = pairsOf(matching)
  const inOrder = heaviestIncreasing(pairs, ([b]) => before[b]!.weight + 0.1)
  const moved = pairs.filter((_, at) => !inOrder.has(at))
  const isMoved = new Uint8Array(before.length)
  for (const run of runsOf(matching, moved)) {
    if (hasMoved(matching, run)) for (const [b] of run) isMoved[b] = 1
    else for (const [b] of run) unmatch(matching, b)
  }
  const isInPlace = (at: number) => matching.beforeMatch[at]! >= 0 && !isMoved[at]
  const regroupings = anchored.filter(({ anchor }) => isInPlace(anchor)).map(({ regrouping }) => regrouping)

  let previous: Pair = [-1, -1]
  for (const next of [...pairs.filter((_, at) => inOrder.has(at)), [before.length, after.length] as const]) {
    const gap = { before: unmatchedBetween(matching.beforeMatch, previous[0], next[0]), after: unmatchedBetween(matching.afterMatch, previous[1], next[1]) }
    for (const found of fillGap(matching, gap)) {
      markRegrouped(matching, found)
      regroupings.push(found)
    }
    previous = next
  }
  matchDistant(matching, isMoved)

  const groups = [
    ...pairsOf(matching)
      .filter(([b]) => !isMoved[b])
      .map(([b, a]) => ({ before: [b], after: [a] })),
    ...regroupings,
  ].sort((x, y) => x.before[0]! - y.before[0]!)
  const moves = runsOf(
    matching,
    pairsOf(matching).filter(([b]) => isMoved[b]),
  ).map((run): Move => {
    const inside = anchored.filter(({ anchor }) => anchor >= run[0]![0] && anchor <= run.at(-1)![0]).map(({ regrouping }) => regrouping)
    const positions = (at: 0 | 1, side: keyof Regrouping) => [...run.map((pair) => pair[at]), ...inside.flatMap((one) => one[side])].sort((x, y) => x - y)
    return { pairs: run, before: positions(0, 'before'), after: positions(1, 'after') }
  })
  return { groups, moves }
}

const pairsOf = ({ beforeMatch }: Matching): Pair[] => [...beforeMatch.entries()].filter(([, after]) => after >= 0)

const unmatchedBetween = (matches: Int32Array, from: number, to: number): number[] => {
  const positions: number[] = []
  for (let at = from + 1; at < to; at += 1) if (matches[at] === -1) positions.push(at)
  return positions
}

function markRegrouped({ beforeMatch, afterMatch }: Matching, regrouping: Regrouping): void {
  for (const at of regrouping.before) beforeMatch[at] = regrouped
  for (const at of regrouping.after) afterMatch[at] = regrouped
}

/** Groups pairs, sorted by `before`, that follow each other on both sides with nothing that has another match in between. */
function runsOf({ beforeMatch, afterMatch }: Matching, pairs: readonly Pair[]): Pair[][] {
  const runs: Pair[][] = []
  const isFree = (matches: Int32Array, from: number, to: number) => {
    for (let at = from + 1; at < to; at += 1) if (matches[at]! >= 0) return false
    return true
  }
  for (const pair of pairs) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && pair[1] > last[1] && isFree(beforeMatch, last[0], pair[0]) && isFree(afterMatch, last[1], pair[1])) runs.at(-1)!.push(pair)
    else runs.push([pair])
  }
  return runs
}

/** Whether units out of order have moved, rather than being the same common words in another section. */
function hasMoved({ before, after, beforeMatch }: Matching, run: readonly Pair[]): boolean {
  if (run.reduce((sum, [b]) => sum + before[b]!.weight, 0) >= minMovedWeight) return true
  return run.every(([b, a]) => {
    const [from, to] = [before[b]!, after[a]!]
    if (from.kind === 'heading' || to.kind === 'heading') return from.titleKey.length >= minMovedTitle
    return from.section === -1 || to.section === -1 ? from.section === to.section : beforeMatch[from.section] === to.section
  })
}

/**
 * Matches the changed units inside a run of matches, and those that follow it in its section.
 * @returns the regroupings found, each with the matched unit that precedes it
 */
function extendRun(matching: Matching, run: readonly Pair[]): { anchor: number; regrouping: Regrouping }[] {
  const { before, after, beforeMatch, afterMatch } = matching
  const tail = (units: readonly KeyedUnit[], matches: Int32Array, from: number) => {
    let to = from + 1
    while (to < units.length && matches[to] === -1 && units[to]!.kind !== 'heading') to += 1
    return to
  }
  const [lastBefore, lastAfter] = run.at(-1)!
  const end: Pair = [tail(before, beforeMatch, lastBefore), tail(after, afterMatch, lastAfter)]
  return run.flatMap(([b, a], at) => {
    const next = run[at + 1] ?? end
    const found = fillGap(matching, { before: unmatchedBetween(beforeMatch, b, next[0]), after: unmatchedBetween(afterMatch, a, next[1]) })
    for (const regrouping of found) markRegrouped(matching, regrouping)
    return found.map((regrouping) => ({ anchor: b, regrouping }))
  })
}

/** Matches units left on both sides that are the same somewhere else, or nearly. */
function matchDistant(matching: Matching, isMoved: Uint8Array): void {
  const { before, after, beforeMatch, afterMatch } = matching
  const left = unmatchedBetween(beforeMatch, -1, before.length).filter((at) => before[at]!.weight >= minMovedWeight)
  const right = unmatchedBetween(afterMatch, -1, after.length).filter((at) => after[at]!.weight >= minMovedWeight)
  const byKey = Map.groupBy(right, (at) => after[at]!.key)
  for (const b of left) {
    const a = byKey.get(before[b]!.key)?.shift()
    if (a === undefined) continue
    match(matching, b, a)
    isMoved[b] = 1
  }
  const heavy = (units: readonly KeyedUnit[]) => (at: number) => units[at]!.weight >= minMovedChangedWeight
  const rest = bestByRareWords(
    matching,
    left.filter((at) => beforeMatch[at] === -1).filter(heavy(before)),
    right.filter((at) => afterMatch[at] === -1).filter(heavy(after)),
    minMovedLikeness,
  )
  for (const [b, a] of rest) {
    match(matching, b, a)
    isMoved[b] = 1
  }
}
