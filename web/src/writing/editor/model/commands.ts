import { newBlockId } from '@parvis/written-document'
import {
  chainCommands,
  deleteSelection,
  exitCode,
  joinBackward,
  newlineInCode,
  selectNodeBackward,
  splitBlock,
  splitBlockKeepMarks,
} from 'prosemirror-commands'
import type { Attrs, Node, NodeType } from 'prosemirror-model'
import { NodeSelection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { schema } from './schema.ts'

const nodes = schema.nodes as Record<string, NodeType>
const maxLevel = 8

/** Kind of a block of text, with the attributes that distinguish it. */
export type TextKind =
  | { kind: 'paragraph'; style: 'body' | 'visa' | 'considerant' | 'article' }
  | { kind: 'heading'; level: number }
  | { kind: 'quote' }
  | { kind: 'item'; marker: 'bullet' | 'figure' | 'parenthesis' | 'none' | 'continued'; start?: number | null }
  | { kind: 'code' }

interface PlacedBlock {
  node: Node
  position: number
}

/** Top-level blocks that the selection touches. */
export function selectedBlocks({ doc, selection: { from, to } }: Pick<EditorState, 'doc' | 'selection'>): PlacedBlock[] {
  const found: PlacedBlock[] = []
  const [first, last] = [doc.resolve(from).index(0), doc.resolve(to).index(0)]
  let position = 0
  for (const [index, node] of doc.children.entries()) {
    if (index > last) break
    if (index >= first) found.push({ node, position })
    position += node.nodeSize
  }
  return found
}

/** Gives the selected blocks of text another kind. They keep their ids; tables and rules stay. */
export const setKind =
  (kind: TextKind): Command =>
  (state, dispatch) => {
    if (!selectedBlocks(state).some(({ node }) => node.isTextblock)) return false
    dispatch?.(applyKind(state.tr, kind).scrollIntoView())
    return true
  }

/** Name of the node of a kind. The schema has a mark called `code`. */
const nodeOfKind = (kind: TextKind['kind']) => (kind === 'code' ? 'code_block' : kind)

/** Adds the change of kind of the selected blocks to a transaction. */
export function applyKind(tr: Transaction, { kind, ...attrs }: TextKind): Transaction {
  const known = tr.mapping.maps.length
  for (const { node, position } of selectedBlocks(tr))
    if (node.isTextblock) setBlock(tr, tr.mapping.slice(known).map(position), node, nodes[nodeOfKind(kind)]!, attrs)
  return tr
}

function setBlock(tr: Transaction, start: number, node: Node, type: NodeType, attrs: Attrs): void {
  const level = type === nodes['item'] && node.type === type ? { level: node.attrs['level'] as number } : {}
  tr.setBlockType(start, start + node.nodeSize, type, { ...level, ...attrs, id: node.attrs['id'] as string })
}

/** Makes the selected blocks list items, or paragraphs if all of them already are items of this marker. */
export const toggleList =
  (marker: 'bullet' | 'figure'): Command =>
  (state, dispatch) => {
    const isList = selectedBlocks(state).every(({ node }) => node.type === nodes['item'] && node.attrs['marker'] === marker)
    return setKind(isList ? { kind: 'paragraph', style: 'body' } : { kind: 'item', marker })(state, dispatch)
  }

/** Moves the selected items one level deeper, or shallower. False, so that Tab leaves the editor, where no item can move. */
export const indent =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const items = selectedBlocks(state).filter(({ node, position }) => node.type === nodes['item'] && isLevelAllowed(state.doc, position, node, by))
    if (items.length === 0) return false
    if (dispatch) {
      const tr = state.tr
      for (const { node, position } of items) tr.setNodeAttribute(position, 'level', (node.attrs['level'] as number) + by)
      dispatch(tr)
    }
    return true
  }

function isLevelAllowed(doc: Node, position: number, node: Node, by: 1 | -1): boolean {
  const level = (node.attrs['level'] as number) + by
  if (by < 0) return level >= 0
  const above = doc.resolve(position).nodeBefore
  return level <= maxLevel && above !== null && above.type === nodes['item'] && level <= (above.attrs['level'] as number) + 1
}

/** Text block of an empty selection; null inside a table. */
function caretBlock({ selection }: EditorState): { node: Node; position: number; isAtStart: boolean } | null {
  const { $from, empty } = selection
  if (!empty || $from.depth !== 1) return null
  return { node: $from.parent, position: $from.before(1), isAtStart: $from.parentOffset === 0 }
}

/** Enter in an empty item goes one level up, then out of the list; in another empty block, back to a paragraph. */
const leaveEmptyBlock: Command = (state, dispatch) => {
  const caret = caretBlock(state)
  if (caret === null || caret.node.content.size > 0) return false
  if (caret.node.type === nodes['item'] && (caret.node.attrs['level'] as number) > 0) return indent(-1)(state, dispatch)
  return isPlain(caret.node) ? false : setKind({ kind: 'paragraph', style: 'body' })(state, dispatch)
}

const isPlain = (node: Node) => node.type === nodes['paragraph'] && node.attrs['style'] === 'body'

/** Splits a block. The text after a heading or the title of an article is a paragraph; the second half of a numbered item goes on counting. */
const splitText: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  if ($from.depth !== 1) return splitBlock(state, dispatch)
  const { type, attrs } = $from.parent
  const isAtEnd = $to.parentOffset === $to.parent.content.size
  const endsKind = type === nodes['heading'] || attrs['style'] === 'article'
  if (endsKind && isAtEnd && $from.parentOffset > 0) return splitInto(nodes['paragraph']!, { id: newBlockId() })(state, dispatch)
  if (type === nodes['item']) return splitInto(type, { ...attrs, id: newBlockId(), start: null })(state, dispatch)
  return splitBlockKeepMarks(state, dispatch)
}

const splitInto =
  (type: NodeType, attrs: Attrs): Command =>
  (state, dispatch) => {
    if (dispatch) {
      const tr = state.tr.deleteSelection()
      const stored = state.storedMarks ?? state.selection.$from.marks()
      tr.split(tr.selection.from, 1, [{ type, attrs }]).scrollIntoView()
      dispatch(type === nodes['item'] ? tr.ensureMarks(stored) : tr)
    }
    return true
  }

export const insertLineBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes['line_break']!.create(), true).scrollIntoView())
  return true
}

const breakInTable: Command = (state, dispatch) => isInTable(state) && insertLineBreak(state, dispatch)

export const enter = chainCommands(newlineInCode, breakInTable, leaveEmptyBlock, splitText, splitBlock)
export const lineBreak = chainCommands(exitCode, insertLineBreak)

/** Backspace at the beginning of an item, a heading or a quotation takes its style off before it joins two blocks. */
const takeStyleOff: Command = (state, dispatch) => {
  const caret = caretBlock(state)
  if (caret === null || !caret.isAtStart || isPlain(caret.node)) return false
  if (caret.node.type === nodes['item'] && (caret.node.attrs['level'] as number) > 0) return indent(-1)(state, dispatch)
  return setKind({ kind: 'paragraph', style: 'body' })(state, dispatch)
}

/** A browser that deletes at the edge of a cell would join two cells. */
const stayInCell =
  (edge: 'start' | 'end'): Command =>
  (state) => {
    const { $from, empty } = state.selection
    return empty && isInTable(state) && $from.parentOffset === (edge === 'start' ? 0 : $from.parent.content.size)
  }

export const backspace = chainCommands(deleteSelection, stayInCell('start'), takeStyleOff, joinBackward, selectNodeBackward)
export const stayInCellAtEnd = stayInCell('end')

/** Moves the selected blocks above the previous block, or below the next one. */
export const moveBlocks =
  (direction: 'up' | 'down'): Command =>
  (state, dispatch) => {
    const chosen = selectedBlocks(state)
    const [first, last] = [chosen[0], chosen.at(-1)]
    if (first === undefined || last === undefined) return false
    const [start, end] = [first.position, last.position + last.node.nodeSize]
    const other = direction === 'up' ? state.doc.resolve(start).nodeBefore : state.doc.resolve(end).nodeAfter
    if (!other) return false
    if (dispatch) {
      const { anchor, head } = state.selection
      const tr = state.tr
      // The neighbour moves, and not the selected blocks: the selection stays in them.
      if (direction === 'up') tr.insert(end, other).delete(start - other.nodeSize, start)
      else tr.delete(end, end + other.nodeSize).insert(start, other)
      const shift = direction === 'up' ? -other.nodeSize : other.nodeSize
      if (state.selection instanceof TextSelection) tr.setSelection(TextSelection.create(tr.doc, anchor + shift, head + shift))
      dispatch(tr.scrollIntoView())
    }
    return true
  }

/** Inserts a block below the selected one and puts the caret in it. */
export const insertBlock =
  (create: () => Node): Command =>
  (state, dispatch) => {
    const last = selectedBlocks(state).at(-1)
    if (last === undefined) return false
    if (dispatch) {
      const node = create()
      const isOverEmpty = last.node.isTextblock && last.node.content.size === 0
      const position = isOverEmpty ? last.position : last.position + last.node.nodeSize
      const tr = isOverEmpty ? state.tr.replaceWith(position, position + last.node.nodeSize, node) : state.tr.insert(position, node)
      // What follows a table or a rule must be reachable.
      if (position + node.nodeSize >= tr.doc.content.size) tr.insert(tr.doc.content.size, nodes['paragraph']!.create({ id: newBlockId() }))
      const inside = node.isAtom ? position + node.nodeSize : position + 1
      dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(inside))).scrollIntoView())
    }
    return true
  }

export const ruleNode = () => nodes['rule']!.create({ id: newBlockId() })

/** Inserts a note at the caret, after the selected text, and selects it. */
export const insertNote: Command = (state, dispatch) => {
  const { $to } = state.selection
  if (!$to.parent.inlineContent || $to.parent.type.spec.code) return false
  if (dispatch) {
    const tr = state.tr.insert($to.pos, nodes['note']!.create({ text: '' }))
    dispatch(tr.setSelection(NodeSelection.create(tr.doc, $to.pos)).scrollIntoView())
  }
  return true
}
