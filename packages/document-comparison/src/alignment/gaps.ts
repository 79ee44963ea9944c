import { diffArrays } from 'diff'
import { likeness } from '../text/likeness.ts'
import { bestIncreasing, heaviestIncreasing, type Pair } from './lists.ts'
import { match, type Matching } from './matching.ts'

/** Units of both documents between two matches in order, that are not matched themselves. */
interface Gap {
  before: number[]
  after: number[]
}

/** Units with equal texts once joined: a paragraph cut in two, or two that became one. */
export interface Regrouping {
  before: number[]
  after: number[]
}

/** Number of couples that the dynamic programming may look at. */
const maxCouples = 60_000
/** Number of differences after which equal units are no longer looked for in a long gap. */
const maxDifferences = 3_000
/** Likeness from which two units in the same gap are one, changed; and when they are alone between two matches. */
const minLikeness = 0.42
const minLikenessAlone = 0.3
/** Likeness from which units far from each other in a long gap are paired first. */
const anchorLikeness = 0.6
/** Number of units that have a word, beyond which it does not lead from one to another. */
const maxWordUnits = 20
const maxCandidates = 40

/** Matches what is left between matches in order: equal units, then regroupings, which are returned, then units that are alike. */
export function fillGap(matching: Matching, gap: Gap): Regrouping[] {
  const regroupings: Regrouping[] = []
  for (const afterEqual of splitAt(gap, matchEqual(matching, gap))) {
    const { found, rest } = findRegroupings(matching, afterEqual)
    regroupings.push(...found)
    for (const part of rest) matchAlike(matching, part)
  }
  return regroupings
}

/** Cuts a gap at pairs, which are in order and left out. */
function splitAt({ before, after }: Gap, pairs: readonly Pair[]): Gap[] {
  const parts: Gap[] = []
  let [i, j] = [0, 0]
  for (const [b, a] of [...pairs, [Infinity, Infinity] as const]) {
    const part: Gap = { before: [], after: [] }
    for (; i < before.length && before[i]! < b; i += 1) part.before.push(before[i]!)
    for (; j < after.length && after[j]! < a; j += 1) part.after.push(after[j]!)
    if (before[i] === b) i += 1
    if (after[j] === a) j += 1
    if (part.before.length > 0 || part.after.length > 0) parts.push(part)
  }
  return parts
}

function matchEqual(matching: Matching, { before, after }: Gap): Pair[] {
  if (before.length === 0 || after.length === 0) return []
  const keyOfBefore = before.map((at) => matching.before[at]!.key)
  const keyOfAfter = after.map((at) => matching.after[at]!.key)
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  for (const part of diffArrays(keyOfBefore, keyOfAfter, { maxEditLength: maxDifferences }) ?? []) {
    if (part.added) j += part.count
    else if (part.removed) i += part.count
    else for (let nth = 0; nth < part.count; nth += 1, i += 1, j += 1) pairs.push([before[i]!, after[j]!])
  }
  for (const [b, a] of pairs) match(matching, b, a)
  return pairs
}

/** Finds neighbouring units with equal joined keys, from the longest side on. Both sides have at least one unit, and one of them several. */
function findRegroupings(matching: Matching, gap: Gap): { found: Regrouping[]; rest: Gap[] } {
  const found: Regrouping[] = []
  const rest: Gap[] = []
  const { before, after } = gap
  const starts = new Map<string, number[]>()
  for (const [j, at] of after.entries()) {
    const start = matching.after[at]!.key.slice(0, 6)
    const positions = starts.get(start)
    if (positions === undefined) starts.set(start, [j])
    else positions.push(j)
  }
  let [from, to] = [0, 0]
  for (let i = 0; i < before.length; i += 1) {
    for (const j of (starts.get(matching.before[before[i]!]!.key.slice(0, 6)) ?? []).slice(0, maxCandidates)) {
      if (j < to) continue
      const counts = regroup(matching, gap, i, j)
      if (counts === null) continue
      const regrouping = { before: before.slice(i, i + counts[0]), after: after.slice(j, j + counts[1]) }
      found.push(regrouping)
      rest.push({ before: before.slice(from, i), after: after.slice(to, j) })
      from = i + counts[0]
      to = j + counts[1]
      i = from - 1
      break
    }
  }
  rest.push({ before: before.slice(from), after: after.slice(to) })
  return { found, rest }
}

/** Returns how many units on each side, from these on, have the same joined key. Null when there is no such number. Units must be neighbours. */
function regroup(matching: Matching, { before, after }: Gap, i: number, j: number): [number, number] | null {
  let [n, m] = [1, 1]
  let left = matching.before[before[i]!]!.key
  let right = matching.after[after[j]!]!.key
  for (;;) {
    if (left === right) return n + m > 2 ? [n, m] : null
    const longer = left.length > right.length
    if (!(longer ? left.startsWith(right) : right.startsWith(left))) return null
    const [units, positions, next] = longer ? [matching.after, after, j + m] : [matching.before, before, i + n]
    if (next >= positions.length || positions[next] !== positions[next - 1]! + 1) return null
    if (longer) {
      right += units[positions[next]!]!.key
      m += 1
    } else {
      left += units[positions[next]!]!.key
      n += 1
    }
  }
}

function matchAlike(matching: Matching, gap: Gap): void {
  if (gap.before.length === 0 || gap.after.length === 0) return
  if (gap.before.length * gap.after.length > maxCouples) {
    const anchors = findAnchors(matching, gap)
    for (const [b, a] of anchors) match(matching, b, a)
    for (const part of anchors.length > 0 ? splitAt(gap, anchors) : halves(gap)) matchAlike(matching, part)
    return
  }
  const min = gap.before.length === 1 && gap.after.length === 1 ? minLikenessAlone : minLikeness
  const gain = (b: number, a: number) => {
    const alike = likeness(matching.before[b]!, matching.after[a]!, matching.lexicon)
    return alike >= min ? alike * alike : 0
  }
  for (const [b, a] of bestIncreasing(gap.before, gap.after, gain)) match(matching, b, a)
}

/** Cuts a gap too long to be aligned in the middle of each side. */
function halves({ before, after }: Gap): Gap[] {
  const [i, j] = [before.length >> 1, after.length >> 1]
  return [
    { before: before.slice(0, i), after: after.slice(0, j) },
    { before: before.slice(i), after: after.slice(j) },
  ]
}

/** Pairs of a long gap that are surely the same unit: they share rare words, are most alike, and follow each other. */
function findAnchors(matching: Matching, { before, after }: Gap): Pair[] {
  const pairs = bestByRareWords(matching, before, after, anchorLikeness)
  const inOrder = heaviestIncreasing(pairs, ([b]) => matching.before[b]!.weight)
  return pairs.filter((_, at) => inOrder.has(at))
}

/** Pairs each old unit with the most alike new one among those that share its rarest words; the new ones are not used twice. Sorted by old position. */
export function bestByRareWords(matching: Matching, before: readonly number[], after: readonly number[], min: number): Pair[] {
  const unitsWith = new Map<number, number[]>()
  for (const a of after)
    for (const word of new Set(matching.after[a]!.words)) {
      const units = unitsWith.get(word)
      if (units === undefined) unitsWith.set(word, [a])
      else units.push(a)
    }
  const candidates: { b: number; a: number; alike: number }[] = []
  for (const b of before) {
    const lists = [...new Set(matching.before[b]!.words)].map((word) => unitsWith.get(word) ?? []).filter(({ length }) => length > 0 && length <= maxWordUnits)
    const near = new Set<number>()
    for (const list of lists.sort((x, y) => x.length - y.length)) {
      for (const a of list) near.add(a)
      if (near.size >= maxCandidates) break
    }
    for (const a of near) {
      const alike = likeness(matching.before[b]!, matching.after[a]!, matching.lexicon)
      if (alike >= min) candidates.push({ b, a, alike })
    }
  }
  candidates.sort((x, y) => y.alike - x.alike || Math.abs(x.b - x.a) - Math.abs(y.b - y.a))
  const [usedBefore, usedAfter] = [new Set<number>(), new Set<number>()]
  const pairs: Pair[] = []
  for (const { b, a } of candidates) {
    if (usedBefore.has(b) || usedAfter.has(a)) continue
    usedBefore.add(b)
    usedAfter.add(a)
    pairs.push([b, a])
  }
  return pairs.sort((x, y) => x[0] - y[0])
}
