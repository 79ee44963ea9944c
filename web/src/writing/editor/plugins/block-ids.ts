import { newBlockId } from '@parvis/written-document'
import type { Node } from 'prosemirror-model'
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state'

/**
 * Plugin that keeps one id per block. A block keeps its id when it is split, joined, moved or changed; the second half of a split block and a pasted copy
 * of a block get a new one.
 */
export const blockIds = (): Plugin =>
  new Plugin({
    appendTransaction: (transactions, before, state) =>
      transactions.some(({ docChanged }) => docChanged) ? identifyBlocks(transactions, before, state) : null,
  })

interface Identified {
  node: Node
  position: number
}

function identifyBlocks(transactions: readonly Transaction[], before: EditorState, state: EditorState): Transaction | null {
  const byId = new Map<string, Identified[]>()
  const unidentified: Identified[] = []
  let isUnique = true
  state.doc.forEach((node, position) => {
    const id = node.attrs['id'] as string | null
    if (id === null) return void unidentified.push({ node, position })
    const known = byId.get(id)
    if (known === undefined) return void byId.set(id, [{ node, position }])
    known.push({ node, position })
    isUnique = false
  })
  if (isUnique && unidentified.length === 0) return null
  const tr = state.tr
  const copies = isUnique ? [] : [...byId].filter(([, nodes]) => nodes.length > 1).flatMap(([id, nodes]) => copiesOf(id, nodes, transactions, before))
  for (const { position } of [...unidentified, ...copies]) tr.setNodeAttribute(position, 'id', newBlockId())
  return tr
}

/** Blocks that must get a new id, of those that have the same one. */
function copiesOf(id: string, nodes: readonly Identified[], transactions: readonly Transaction[], before: EditorState): Identified[] {
  const [first, second] = nodes
  const original = nodes.find(({ position }) => position === positionNow(id, transactions, before)) ?? first!
  // A line break typed at the beginning of a block moves its text, and its identity, down.
  const isPushedDown = original === first && isEmptyText(first!.node) && second !== undefined && !isEmptyText(second.node) && hadText(id, before)
  const owner = isPushedDown ? second : original
  return nodes.filter((one) => one !== owner)
}

const isEmptyText = (node: Node) => node.isTextblock && node.content.size === 0

const hadText = (id: string, { doc }: EditorState) => doc.children.some((node) => node.attrs['id'] === id && node.content.size > 0)

/** Position of the block that had this id before the transactions; null if there was none, or if it was deleted. */
function positionNow(id: string, transactions: readonly Transaction[], { doc }: EditorState): number | null {
  let position: number | null = null
  doc.forEach((node, offset) => {
    if (node.attrs['id'] === id) position = offset
  })
  for (const { mapping } of transactions) {
    if (position === null) return null
    const mapped = mapping.mapResult(position, 1)
    position = mapped.deletedAfter ? null : mapped.pos
  }
  return position
}
