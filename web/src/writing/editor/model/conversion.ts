import {
  newBlockId,
  plainText,
  spansOf,
  toRichText,
  isNote,
  type Block,
  type CellAlign,
  type Mark as MarkName,
  type RichText,
  type Span,
  type TextSpan,
} from '@parvis/written-document'
import { Fragment, type Mark, type Node, type NodeType } from 'prosemirror-model'
import { schema } from './schema.ts'

const nodes = schema.nodes as Record<string, NodeType>

// Nodes are immutable: a key converts the one block that it changes.
const blocksByNode = new WeakMap<Node, Block>()
const nodesByBlock = new WeakMap<Block, Node>()

/** Converts blocks to a document of the editor. A document without blocks is one empty paragraph. */
export function docOfBlocks(blocks: readonly Block[]): Node {
  const content = blocks.length === 0 ? [nodeOfBlock({ id: newBlockId(), kind: 'paragraph', style: 'body', text: '' })] : blocks.map(nodeOfBlock)
  return nodes['doc']!.create(null, content)
}

/** Converts a document of the editor to blocks. A block that has not changed is the same object. */
export function blocksOfDoc(doc: Node): Block[] {
  return doc.children.map((node) => {
    const known = blocksByNode.get(node)
    if (known !== undefined) return known
    const block = blockOfNode(node)
    blocksByNode.set(node, block)
    nodesByBlock.set(block, node)
    return block
  })
}

/** Node of a block; the same one for the same block. */
export function nodeOfBlock(block: Block): Node {
  const known = nodesByBlock.get(block)
  if (known !== undefined) return known
  const node = createNode(block)
  nodesByBlock.set(block, node)
  blocksByNode.set(node, block)
  return node
}

function createNode(block: Block): Node {
  const { id } = block
  switch (block.kind) {
    case 'heading':
      return nodes['heading']!.create({ id, level: block.level }, inlineOfText(block.text))
    case 'paragraph':
      return nodes['paragraph']!.create({ id, style: block.style }, inlineOfText(block.text))
    case 'quote':
      return nodes['quote']!.create({ id }, inlineOfText(block.text))
    case 'item':
      return nodes['item']!.create({ id, level: block.level, marker: block.marker, start: block.start ?? null }, inlineOfText(block.text))
    case 'code':
      return nodes['code_block']!.create({ id }, block.text === '' ? null : schema.text(block.text))
    case 'rule':
      return nodes['rule']!.create({ id })
    case 'table':
      return tableNode(block)
  }
}

type TableBlock = Extract<Block, { kind: 'table' }>

function tableNode({ id, header, rows, aligns }: TableBlock): Node {
  const columns = Math.max(1, header.length, ...rows.map((row) => row.length))
  const row = (type: NodeType, cells: readonly RichText[]) =>
    nodes['table_row']!.create(
      null,
      Array.from({ length: columns }, (_, column) => type.create({ align: aligns[column] ?? null }, inlineOfText(cells[column] ?? ''))),
    )
  const hasHeader = rows.length === 0 || header.some((cell) => spansOf(cell).length > 0)
  return nodes['table']!.create({ id }, [...(hasHeader ? [row(nodes['table_header']!, header)] : []), ...rows.map((cells) => row(nodes['table_cell']!, cells))])
}

function blockOfNode(node: Node): Block {
  const id = node.attrs['id'] as string
  const attrs = node.attrs as Record<string, never>
  switch (node.type.name) {
    case 'heading':
      return { id, kind: 'heading', level: attrs['level']!, text: textOfInline(node) }
    case 'quote':
      return { id, kind: 'quote', text: textOfInline(node) }
    case 'item': {
      const { level, marker, start } = attrs
      return { id, kind: 'item', level: level!, marker: marker!, ...(start === null ? {} : { start }), text: textOfInline(node) }
    }
    case 'code_block':
      return { id, kind: 'code', text: node.textContent }
    case 'rule':
      return { id, kind: 'rule' }
    case 'table':
      return tableBlock(id, node)
    default:
      return { id, kind: 'paragraph', style: attrs['style']!, text: textOfInline(node) }
  }
}

function tableBlock(id: string, table: Node): Block {
  const rows = table.children
  const columns = Math.max(...rows.map(({ childCount }) => childCount))
  const textsOf = (row: Node | undefined): RichText[] => {
    const texts = row?.children.map(textOfInline) ?? []
    return Array.from({ length: columns }, (_, column) => texts[column] ?? '')
  }
  const first = rows[0]
  const hasHeader = first !== undefined && first.children.every(({ type }) => type === nodes['table_header'])
  const aligns = Array.from({ length: columns }, (_, column) => (first?.maybeChild(column)?.attrs['align'] ?? null) as CellAlign)
  return { id, kind: 'table', aligns, header: textsOf(hasHeader ? first : undefined), rows: rows.slice(hasHeader ? 1 : 0).map(textsOf) }
}

/** Converts a rich text to inline nodes. */
export function inlineOfText(text: RichText): Fragment {
  return Fragment.from(spansOf(text).flatMap(inlineOfSpan))
}

function inlineOfSpan(span: Span): Node[] {
  if (isNote(span)) return [nodes['note']!.create({ text: span.note })]
  const marks = marksOf(span)
  return span.text
    .split('\n')
    .flatMap((line, index) => [...(index === 0 ? [] : [nodes['line_break']!.create(null, null, marks)]), ...(line === '' ? [] : [schema.text(line, marks)])])
}

const marksOf = ({ marks = [], link }: TextSpan): readonly Mark[] => {
  const named = marks.map((name) => schema.marks[name]!.create())
  return [...(link === undefined ? [] : [schema.marks['link']!.create({ href: link })]), ...named].toSorted((a, b) => rankOf(a) - rankOf(b))
}

const ranks = Object.keys(schema.marks)
const rankOf = (mark: Mark) => ranks.indexOf(mark.type.name)

/** Converts the content of a text block to a rich text. */
function textOfInline(node: Node): RichText {
  return toRichText(
    node.children.map((child): Span => {
      if (child.type === nodes['note']) return { note: child.attrs['text'] as string }
      const link = child.marks.find(({ type }) => type === schema.marks['link'])?.attrs['href'] as string | undefined
      const marks = child.marks.flatMap(({ type }) => (type === schema.marks['link'] ? [] : [type.name as MarkName]))
      return { text: child.isText ? (child.text ?? '') : '\n', marks, ...(link === undefined ? {} : { link }) }
    }),
  )
}

/** Rich text of a note whose plain text was edited: what it begins and ends with keeps its marks. */
export function editedNote(before: RichText, words: string): RichText {
  const old = plainText(before)
  if (old === words) return before
  let head = 0
  while (head < Math.min(old.length, words.length) && old[head] === words[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, words.length) - head && old.at(-1 - tail) === words.at(-1 - tail)) tail += 1
  return toRichText([...cut(before, 0, head), { text: words.slice(head, words.length - tail) }, ...cut(before, old.length - tail, old.length)])
}

function cut(text: RichText, from: number, to: number): Span[] {
  let at = 0
  return spansOf(text).flatMap((span): Span[] => {
    if (isNote(span)) return []
    const part = span.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += span.text.length
    return part === '' ? [] : [{ ...span, text: part }]
  })
}
