import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { DocumentBuilder } from '../building/document-builder.ts'
import type { PdfContent } from './text-items.ts'

/** What a tagged PDF says of its own structure, page by page. */
export type TaggedBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'list_item'; text: string }
  | { kind: 'table'; rows: string[][]; header: boolean }

type Node = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>
type Child = Node['children'][number]

const PARAGRAPHS = new Set(['P', 'Caption', 'BlockQuote', 'Note', 'Quote', 'Formula', 'TOCI'])
/** Below this share of the page's characters the tags are too poor to be followed. */
const TRUSTED_SHARE = 0.7

/** The blocks of a page from its structure tree, or null when the tree leaves out too much of the text. */
export function taggedBlocks(tree: Node, content: PdfContent): TaggedBlock[] | null {
  const { texts, characters } = textsById(content)
  const blocks: TaggedBlock[] = []
  walk(tree, texts, blocks)
  const covered = blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.flat().join('').length : block.text.length), 0)
  return covered >= characters * TRUSTED_SHARE ? blocks : null
}

/** Writes blocks to the current page. */
export function writeTagged(blocks: TaggedBlock[], builder: DocumentBuilder): void {
  for (const block of blocks) {
    if (block.kind === 'heading') builder.heading(block.level, block.text)
    else if (block.kind === 'list_item') builder.listItem(block.text)
    else if (block.kind === 'table') builder.table(block.rows, block.header ? { header: true } : {})
    else builder.paragraph(block.text)
  }
}

function textsById(content: PdfContent): { texts: Map<string, string>; characters: number } {
  const texts = new Map<string, string>()
  const open: (string | null)[] = []
  let characters = 0
  for (const item of content.items) {
    if ('str' in item) {
      characters += item.str.trim().length
      const id = open.findLast(Boolean)
      if (id) texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? '\n' : ''))
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? null)
  }
  return { texts, characters }
}

function walk(node: { children?: Child[] }, texts: Map<string, string>, blocks: TaggedBlock[]): void {
  for (const child of node.children ?? []) {
    if (!('role' in child)) {
      push(blocks, { kind: 'paragraph', text: flatten(textOf(child, texts)) })
      continue
    }
    const level = /^H([1-6])?$/.exec(child.role)
    if (level || child.role === 'Title') push(blocks, { kind: 'heading', level: Number(level?.[1] ?? 1), text: flatten(textOf(child, texts)) })
    else if (PARAGRAPHS.has(child.role)) push(blocks, { kind: 'paragraph', text: flatten(textOf(child, texts)) })
    else if (child.role === 'LI') walkItem(child, texts, blocks)
    else if (child.role === 'Table') blocks.push(tableOf(child, texts))
    else walk(child, texts, blocks)
  }
}

/** The text of an item, then the lists inside it. */
function walkItem(item: Node, texts: Map<string, string>, blocks: TaggedBlock[]): void {
  const inner: Child[] = []
  const own = (children: Child[]): Child[] =>
    children.flatMap((child) => {
      if (!('role' in child)) return [child]
      if (child.role === 'L') {
        inner.push(child)
        return []
      }
      return [{ ...child, children: own(child.children) } as Child]
    })
  const children = own(item.children)
  push(blocks, { kind: 'list_item', text: flatten(children.map((child) => textOf(child, texts)).join(' ')) })
  walk({ children: inner }, texts, blocks)
}

function tableOf(table: Node, texts: Map<string, string>): TaggedBlock {
  const rows: string[][] = []
  let header = false
  const visit = (node: Node) => {
    for (const child of node.children) {
      if (!('role' in child)) continue
      if (child.role !== 'TR') {
        visit(child)
        continue
      }
      const cells = child.children.filter((cell): cell is Node => 'role' in cell && /^T[DH]$/.test(cell.role))
      if (rows.length === 0 && cells.length > 0 && cells.every(({ role }) => role === 'TH')) header = true
      rows.push(cells.map((cell) => flatten(textOf(cell, texts))))
    }
  }
  visit(table)
  return { kind: 'table', rows, header }
}

function textOf(node: Child, texts: Map<string, string>): string {
  if (!('role' in node)) return 'id' in node ? (texts.get(node.id) ?? '') : ''
  const text = node.children.map((child) => textOf(child, texts)).join('')
  return /^(P|LI|Lbl|LBody|TD|TH|H\d?)$/.test(node.role) ? `${text} ` : text
}

function flatten(text: string): string {
  return text
    .replace(/(\p{L})[-\u00AD]\n(\p{Ll})/gu, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
}

function push(blocks: TaggedBlock[], block: Exclude<TaggedBlock, { kind: 'table' }>): void {
  if (block.text) blocks.push(block)
}
