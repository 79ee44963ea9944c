import { diffArrays } from 'diff'
import { blockText, contentKey, type Block } from './model.ts'

/**
 * Step from one version to another, in the order of the newer one, with the deleted blocks where they stood. `moved`: deleted at its former position and
 * inserted at the new one; both steps have it.
 */
export type VersionStep =
  | { kind: 'same'; before: Block; after: Block }
  | { kind: 'changed'; before: Block; after: Block }
  | { kind: 'inserted'; after: Block; moved?: true }
  | { kind: 'deleted'; before: Block; moved?: true }

/** Shared words, of those of the longer text, from which two blocks without a common id are one block that changed. */
const minLikeness = 0.5
/** Pairs of blocks, and differences, up to which a gap between two aligned blocks is compared by repeated contents too. */
const maxGapPairs = 40_000
const maxGapDifferences = 200
/** Pairs of blocks compared for likeness, per gap between two aligned blocks. */
const maxPairs = 400

/**
 * Compares two versions block by block: by id, then by equal content, then by likeness inside what is left between two aligned blocks (a version made from
 * a file has other ids). Takes n·log(n) for n blocks, whatever they have in common.
 */
export function compareVersions(before: readonly Block[], after: readonly Block[]): VersionStep[] {
  const pairs = alignBlocks(before, after)
  const oldIds = new Set(before.map(({ id }) => id))
  const paired = new Set(pairs.map(([, at]) => after[at]!.id))
  const moved = new Set(after.flatMap(({ id }) => (oldIds.has(id) && !paired.has(id) ? [id] : [])))
  const steps: VersionStep[] = []
  let [i, j] = [0, 0]
  for (const [left, right] of [...pairs, [before.length, after.length] as const]) {
    for (const step of alignGap({ before: before.slice(i, left), after: after.slice(j, right) }, moved)) steps.push(step)
    if (left < before.length) steps.push(pair(before[left]!, after[right]!))
    ;[i, j] = [left + 1, right + 1]
  }
  return steps
}

const pair = (before: Block, after: Block): VersionStep => ({ kind: contentKey(before) === contentKey(after) ? 'same' : 'changed', before, after })

/** Positions of the blocks that are the same in both versions, ascending on both sides. */
function alignBlocks(before: readonly Block[], after: readonly Block[]): [number, number][] {
  const keyOf = keysOf(before, after)
  const [left, right] = [before.map((block) => keyOf(block, 'before')), after.map((block) => keyOf(block, 'after'))]
  const [leftOnce, rightOnce] = [positionsOfUnique(left), positionsOfUnique(right)]
  const common = [...leftOnce].flatMap(([key, i]) => (rightOnce.has(key) ? [[i, rightOnce.get(key)!] as [number, number]] : []))
  const anchors = longestIncreasing(common)
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  for (const [toLeft, toRight] of [...anchors, [left.length, right.length] as const]) {
    // Contents that occur several times: empty paragraphs, rules.
    for (const [x, y] of alignKeys(left.slice(i, toLeft), right.slice(j, toRight))) pairs.push([i + x, j + y])
    if (toLeft < left.length) pairs.push([toLeft, toRight])
    ;[i, j] = [toLeft + 1, toRight + 1]
  }
  return pairs
}

/** Key by which blocks are aligned: the id where both versions have it, otherwise the content. */
function keysOf(before: readonly Block[], after: readonly Block[]) {
  const [oldIds, newIds] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  return (block: Block, side: 'before' | 'after') => ((side === 'before' ? newIds : oldIds).has(block.id) ? `id ${block.id}` : `content ${contentKey(block)}`)
}

/** Position of each key that occurs once, in order. */
function positionsOfUnique(keys: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, key] of keys.entries()) {
    if (positions.has(key)) repeated.add(key)
    else positions.set(key, at)
  }
  for (const key of repeated) positions.delete(key)
  return positions
}

/** Longest run of pairs that ascends by its second positions too. `pairs` ascend by the first. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  /** Index of the pair that ends the best run of each length, and of the one before each pair in its run. */
  const [ends, previous]: number[][] = [[], []]
  for (const [index, [, position]] of pairs.entries()) {
    let [low, high] = [0, ends!.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends![middle]!]![1] < position) low = middle + 1
      else high = middle
    }
    previous!.push(low === 0 ? -1 : ends![low - 1]!)
    ends![low] = index
  }
  const run: [number, number][] = []
  for (let index = ends!.at(-1) ?? -1; index !== -1; index = previous![index]!) run.push(pairs[index]!)
  return run.toReversed()
}

/** Pairs the equal keys of two short lists, in order. */
function alignKeys(left: readonly string[], right: readonly string[]): [number, number][] {
  if (left.length === 0 || right.length === 0 || left.length * right.length > maxGapPairs) return []
  const parts = diffArrays([...left], [...right], { maxEditLength: maxGapDifferences }) ?? []
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  for (const { added, removed, count } of parts) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) pairs.push([i + at, j + at])
    if (!added) i += count
    if (!removed) j += count
  }
  return pairs
}

/** Pairs the blocks of a gap that are alike, in order; the rest is deleted or inserted. */
function alignGap(gap: { before: readonly Block[]; after: readonly Block[] }, moved: ReadonlySet<string>): VersionStep[] {
  const deleted = (block: Block): VersionStep => ({ kind: 'deleted', before: block, ...(moved.has(block.id) ? { moved: true } : {}) })
  const inserted = (block: Block): VersionStep => ({ kind: 'inserted', after: block, ...(moved.has(block.id) ? { moved: true } : {}) })
  const steps: VersionStep[] = []
  let at = 0
  const mayPair = gap.before.length * gap.after.length <= maxPairs
  for (const old of gap.before) {
    const match = mayPair && !moved.has(old.id) ? gap.after.findIndex((block, index) => index >= at && !moved.has(block.id) && isAlike(old, block)) : -1
    if (match === -1) {
      steps.push(deleted(old))
      continue
    }
    steps.push(...gap.after.slice(at, match).map(inserted), { kind: 'changed', before: old, after: gap.after[match]! })
    at = match + 1
  }
  return [...steps, ...gap.after.slice(at).map(inserted)]
}

function isAlike(before: Block, after: Block): boolean {
  if (before.kind !== after.kind) return false
  const [left, right] = [wordsOf(before), wordsOf(after)]
  const longer = Math.max(left.length, right.length)
  if (longer === 0) return true
  const counts = new Map<string, number>()
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of right) {
    const count = counts.get(word) ?? 0
    if (count > 0) shared += 1
    counts.set(word, count - 1)
  }
  return shared / longer >= minLikeness
}

const wordsOf = (block: Block) =>
  blockText(block)
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []
