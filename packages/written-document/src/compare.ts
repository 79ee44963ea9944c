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
/** Blocks deleted and inserted beyond which two versions are shown whole: all deleted, all inserted. */
const maxDifferences = 4_000
/** Pairs of blocks compared for likeness, per gap between two aligned blocks. */
const maxPairs = 400

/**
 * Compares two versions block by block: by id, then by equal content, then by likeness inside what is left between two aligned blocks (a version made from
 * a file has other ids).
 */
export function compareVersions(before: readonly Block[], after: readonly Block[]): VersionStep[] {
  const keyOf = keysOf(before, after)
  const moved = movedIds(before, after)
  const parts = diffArrays(
    before.map((block) => keyOf(block, 'before')),
    after.map((block) => keyOf(block, 'after')),
    { maxEditLength: maxDifferences },
  )
  if (parts === undefined) return alignGap({ before, after }, new Set())
  const steps: VersionStep[] = []
  let [i, j] = [0, 0]
  let gap: { before: Block[]; after: Block[] } = { before: [], after: [] }
  const closeGap = () => {
    steps.push(...alignGap(gap, moved))
    gap = { before: [], after: [] }
  }
  for (const { added, removed, count } of parts) {
    if (removed) gap.before.push(...before.slice(i, i + count))
    else if (added) gap.after.push(...after.slice(j, j + count))
    else {
      closeGap()
      for (let at = 0; at < count; at += 1) steps.push(pair(before[i + at]!, after[j + at]!))
    }
    if (!added) i += count
    if (!removed) j += count
  }
  closeGap()
  return steps
}

const pair = (before: Block, after: Block): VersionStep => ({ kind: contentKey(before) === contentKey(after) ? 'same' : 'changed', before, after })

/** Key by which blocks are aligned: the id where both versions have it, otherwise the content. */
function keysOf(before: readonly Block[], after: readonly Block[]) {
  const [oldIds, newIds] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  return (block: Block, side: 'before' | 'after') => ((side === 'before' ? newIds : oldIds).has(block.id) ? `id ${block.id}` : `content ${contentKey(block)}`)
}

/** Ids that both versions have, and that changed position. */
function movedIds(before: readonly Block[], after: readonly Block[]): Set<string> {
  const newIds = new Set(after.map(({ id }) => id))
  const oldIds = new Set(before.map(({ id }) => id))
  const parts = diffArrays(
    before.map(({ id }) => id).filter((id) => newIds.has(id)),
    after.map(({ id }) => id).filter((id) => oldIds.has(id)),
    { maxEditLength: maxDifferences },
  )
  return new Set((parts ?? []).filter(({ added }) => added).flatMap(({ value }) => value))
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
