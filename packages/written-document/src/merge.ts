import { contentKey, type Block } from './model.ts'

/** Block that two people, or two tabs, changed differently. `theirs` is in the merged document. */
export interface MergeConflict {
  id: string
  base: Block
  mine: Block
  theirs: Block
}

export interface Merge {
  blocks: Block[]
  conflicts: MergeConflict[]
}

/**
 * Merges two documents written from the same base, block by block (three-way merge). A block changed on one side takes that change. A block changed
 * differently on both keeps `theirs`, and is a conflict. A block deleted on one side and changed on the other stays: no typed text is lost. The order is
 * that of the side that moved blocks, of `theirs` when both did.
 */
export function mergeBlocks(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): Merge {
  const [baseById, mineById, theirsById] = [base, mine, theirs].map((blocks) => new Map(blocks.map((block) => [block.id, block])))
  const conflicts: MergeConflict[] = []
  const merged = new Map<string, Block>()
  for (const id of new Set([...theirsById!.keys(), ...mineById!.keys()])) {
    const [old, my, their] = [baseById!.get(id), mineById!.get(id), theirsById!.get(id)]
    const block = mergeBlock(old, my, their)
    if (block !== null) merged.set(id, block)
    if (old && my && their && isChanged(old, my) && isChanged(old, their) && isChanged(my, their)) conflicts.push({ id, base: old, mine: my, theirs: their })
    else if (!old && my && their && isChanged(my, their)) conflicts.push({ id, base: my, mine: my, theirs: their })
  }
  const order = mergeOrder(base, mine, theirs).filter((id) => merged.has(id))
  return { blocks: order.map((id) => merged.get(id)!), conflicts }
}

const isChanged = (before: Block, after: Block) => contentKey(before) !== contentKey(after)

function mergeBlock(base: Block | undefined, mine: Block | undefined, theirs: Block | undefined): Block | null {
  if (mine && theirs) return base && !isChanged(base, theirs) ? mine : theirs
  const left = mine ?? theirs
  // Deleted on one side: it stays if the other side changed it, or if it is new there.
  return left && (base === undefined || isChanged(base, left)) ? left : null
}

/** Order of the ids of both sides. Ids that only one side has follow the block that stands above them on that side. */
function mergeOrder(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): string[] {
  const baseIds = new Set(base.map(({ id }) => id))
  const theirIds = new Set(theirs.map(({ id }) => id))
  const mineIds = new Set(mine.map(({ id }) => id))
  const common = (blocks: readonly Block[]) => blocks.filter(({ id }) => baseIds.has(id) && mineIds.has(id) && theirIds.has(id)).map(({ id }) => id)
  const isMovedByThem = common(base).join() !== common(theirs).join()
  const [backbone, other] = isMovedByThem ? [theirs, mine] : [mine, theirs]
  const next = new Map<string, string | null>()
  const present = new Set(backbone.map(({ id }) => id))
  // A linked list: an insertion in the middle of 20,000 blocks moves none of them.
  let above: string | null = null
  const first: { id: string | null } = { id: backbone[0]?.id ?? null }
  for (const [at, { id }] of backbone.entries()) next.set(id, backbone[at + 1]?.id ?? null)
  for (const { id } of other) {
    if (!present.has(id)) {
      if (above === null) {
        next.set(id, first.id)
        first.id = id
      } else {
        next.set(id, next.get(above) ?? null)
        next.set(above, id)
      }
      present.add(id)
    }
    above = id
  }
  const order: string[] = []
  for (let id = first.id; id !== null; id = next.get(id) ?? null) order.push(id)
  return order
}
