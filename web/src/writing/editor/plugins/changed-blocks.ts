import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { DecorationSet, type Decoration } from 'prosemirror-view'

/**
 * Decorations of a changed document: those of the blocks that the transaction changed are made again, the others are moved. A key costs one block,
 * whatever the length of the document.
 * @param decorate decorations of a block at a position
 */
export function updateDecorations(tr: Transaction, set: DecorationSet, decorate: (node: Node, position: number) => Decoration[]): DecorationSet {
  if (!tr.docChanged) return set
  const known = new Set(tr.before.children)
  let next = set.map(tr.mapping, tr.doc)
  tr.doc.forEach((node, position) => {
    if (known.has(node)) return
    next = next.remove(next.find(position, position + node.nodeSize)).add(tr.doc, decorate(node, position))
  })
  return next
}

/** Decorations of a whole document. */
export function decorateAll(doc: Node, decorate: (node: Node, position: number) => Decoration[]): DecorationSet {
  const all: Decoration[] = []
  doc.forEach((node, position) => void all.push(...decorate(node, position)))
  return DecorationSet.create(doc, all)
}
