import { contentKey, type Block } from '@parvis/written-document'
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { blocksOfDoc, docOfBlocks, nodeOfBlock } from './conversion.ts'

/** `meta` of a transaction that brings a text from outside: a merge, a restored version, an accepted proposal. */
export const external = 'parvis.external'

/**
 * Transaction that changes the document into these blocks. Only the blocks that differ are replaced, so that the selection stays where its block stays.
 * Null if nothing differs.
 */
export function applyBlocks(state: EditorState, blocks: readonly Block[]): Transaction | null {
  const present = blocksOfDoc(state.doc)
  const target = sameNodes(state.doc, present, blocks)
  if (target.eq(state.doc)) return null
  const tr = state.tr.setMeta(external, true).setMeta('addToHistory', false)
  if (isSameOrder(present, blocks)) replaceChanged(tr, state.doc, target)
  else replaceMoved(tr, state.doc, target)
  return tr.docChanged ? tr : null
}

/** Document of the blocks, which reuses the present nodes of blocks that have not changed. */
function sameNodes(doc: Node, present: readonly Block[], blocks: readonly Block[]): Node {
  if (blocks.length === 0) return docOfBlocks([])
  const byId = new Map(present.map((block, index) => [block.id, { block, node: doc.child(index) }]))
  const nodes = blocks.map((block) => {
    const known = byId.get(block.id)
    return known !== undefined && (known.block === block || contentKey(known.block) === contentKey(block)) ? known.node : nodeOfBlock(block)
  })
  return doc.type.create(null, nodes)
}

function isSameOrder(present: readonly Block[], blocks: readonly Block[]): boolean {
  const presentIds = new Set(present.map(({ id }) => id))
  const ids = new Set(blocks.map(({ id }) => id))
  const left = present.filter(({ id }) => ids.has(id))
  const right = blocks.filter(({ id }) => presentIds.has(id))
  return left.every(({ id }, index) => id === right[index]?.id)
}

/** Replaces, inserts and deletes the blocks that differ, from the first to the last. Blocks of both sides are in the same order. */
function replaceChanged(tr: Transaction, doc: Node, target: Node): void {
  const ids = new Set(target.children.map(({ attrs }) => attrs['id'] as string))
  const added = (index: number) => target.maybeChild(index)
  let next = 0
  let position = 0
  const insertUntil = (id: string | null) => {
    for (let node = added(next); node && node.attrs['id'] !== id; node = added((next += 1))) tr.insert(tr.mapping.map(position, 1), node)
  }
  for (const node of doc.children) {
    const id = node.attrs['id'] as string
    if (ids.has(id)) {
      insertUntil(id)
      const other = target.child(next)
      if (other !== node) replaceBlock(tr, tr.mapping.map(position, 1), node, other)
      next += 1
    } else if (tr.doc.childCount > 1 || added(next) !== null) {
      // The blocks that take its position come first: a document is never empty.
      if (tr.doc.childCount === 1) insertUntil(null)
      const start = tr.mapping.map(position, 1)
      tr.delete(start, start + node.nodeSize)
    }
    position += node.nodeSize
  }
  insertUntil(null)
}

/** Replaces the run of blocks between what both documents begin and end with. */
function replaceMoved(tr: Transaction, doc: Node, target: Node): void {
  const [left, right] = [doc.children, target.children]
  let head = 0
  while (left[head] !== undefined && left[head] === right[head]) head += 1
  let tail = 0
  while (tail < Math.min(left.length, right.length) - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1
  const sizeOf = (nodes: readonly Node[]) => nodes.reduce((size, { nodeSize }) => size + nodeSize, 0)
  const start = sizeOf(left.slice(0, head))
  tr.replaceWith(start, doc.content.size - sizeOf(left.slice(left.length - tail)), right.slice(head, right.length - tail))
}

function replaceBlock(tr: Transaction, start: number, node: Node, other: Node): void {
  const from = node.content.findDiffStart(other.content)
  const end = node.content.findDiffEnd(other.content)
  if (!node.sameMarkup(other) || !node.isTextblock || from === null || end === null) {
    tr.replaceWith(start, start + node.nodeSize, other)
    return
  }
  // Both ends may pass each other, as in « aa » changed into « aaa ».
  const extra = Math.max(0, from - Math.min(end.a, end.b))
  tr.replace(start + 1 + from, start + 1 + end.a + extra, other.slice(from, end.b + extra))
}
