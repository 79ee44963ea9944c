import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { joinLines, type Vocabulary } from '../text/join-lines.ts'
import type { TaggedText } from './outside-tags.ts'
import type { PdfContent, PdfTextItem } from './text-items.ts'

/** A block of a tagged PDF page, from its structure tree. */
export type TaggedBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'list_item'; text: string }
  | { kind: 'table'; rows: string[][]; header: boolean }

type StructureNode = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>
type StructureChild = StructureNode['children'][number]

const PARAGRAPHS = new Set(['P', 'Caption', 'BlockQuote', 'Note', 'Quote', 'Formula', 'TOCI'])
/** Minimum share of the page's characters that the tags must cover to be trusted. */
const MIN_TRUSTED_SHARE = 0.7

/** Reads the blocks of a page from its structure tree, and which block each text item went to. Null when the tree leaves out too much text. */
export function readTags(tree: StructureNode, content: PdfContent): { blocks: TaggedBlock[]; texts: TaggedText[]; artifacts: PdfTextItem[] } | null {
  const runs = runsOf(content)
  const marks: TagWalk = { texts: new Map(), blocks: [], blockOfMark: new Map() }
  for (const { item, id } of runs) if (id !== null) marks.texts.set(id, (marks.texts.get(id) ?? '') + item.str + (item.hasEOL ? '\n' : ''))
  walk(tree, marks)
  const { blocks, blockOfMark } = marks
  const characters = runs.reduce((sum, { item }) => sum + item.str.trim().length, 0)
  const coveredCharacters = blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.flat().join('').length : block.text.length), 0)
  if (coveredCharacters < characters * MIN_TRUSTED_SHARE) return null
  const texts = runs.filter(({ isArtifact }) => !isArtifact).map(({ item, id }) => ({ item, block: (id === null ? null : blockOfMark.get(id)) ?? null }))
  return { blocks, texts, artifacts: runs.filter(({ isArtifact }) => isArtifact).map(({ item }) => item) }
}

type WriteOptions = {
  vocabulary: Vocabulary
  /** Writes the untagged lines that follow a block; -1 for those before the first block. */ writeAfter(block: number): void
}

/** Writes the blocks of the current page. */
export function writeTagged(blocks: TaggedBlock[], builder: DocumentBuilder, { vocabulary, writeAfter }: WriteOptions): void {
  const joined = (text: string) => text.split('\n').reduce((before, after) => joinLines(before, after, vocabulary))
  writeAfter(-1)
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') builder.heading(block.level, joined(block.text))
    else if (block.kind === 'list_item') builder.listItem(joined(block.text))
    else if (block.kind === 'table')
      builder.table(
        block.rows.map((row) => row.map(joined)),
        block.header ? { header: true } : {},
      )
    else builder.paragraph(joined(block.text))
    writeAfter(index)
  }
}

/** Texts of a block, one for each cell of a table. */
export function textsOfBlock(block: TaggedBlock): string[] {
  return block.kind === 'table' ? block.rows.flat() : [block.text]
}

/** A text item with the id of the nearest marked content. `isArtifact`: the tags leave it out on purpose. */
type MarkedItem = { item: PdfTextItem; id: string | null; isArtifact: boolean }

function runsOf(content: PdfContent): MarkedItem[] {
  const runs: MarkedItem[] = []
  const open: { id: string | null; isArtifact: boolean }[] = []
  for (const item of content.items) {
    if ('str' in item) {
      const id = open.findLast((mark) => mark.id !== null)?.id ?? null
      runs.push({ item, id, isArtifact: id === null && open.some(({ isArtifact }) => isArtifact) })
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push({ id: item.id || null, isArtifact: (item as { tag?: string }).tag === 'Artifact' })
  }
  return runs
}

/** State of the walk: the text of each mark, the blocks made so far, and the index of the block that took each mark. */
type TagWalk = { texts: Map<string, string>; blocks: TaggedBlock[]; blockOfMark: Map<string, number> }

function walk(node: { children?: StructureChild[] }, marks: TagWalk): void {
  for (const child of node.children ?? []) {
    if (!('role' in child)) {
      addBlock(marks.blocks, { kind: 'paragraph', text: flatten(textOf(child, marks)) })
      continue
    }
    const level = /^H([1-6])?$/.exec(child.role)
    if (level || child.role === 'Title') addBlock(marks.blocks, { kind: 'heading', level: Number(level?.[1] ?? 1), text: flatten(textOf(child, marks)) })
    else if (PARAGRAPHS.has(child.role)) addBlock(marks.blocks, { kind: 'paragraph', text: flatten(textOf(child, marks)) })
    else if (child.role === 'LI') walkItem(child, marks)
    else if (child.role === 'Table') marks.blocks.push(tableOf(child, marks))
    else walk(child, marks)
  }
}

/** Writes the text of a list item, then the lists inside it. */
function walkItem(item: StructureNode, marks: TagWalk): void {
  const inner: StructureChild[] = []
  const ownChildren = (children: StructureChild[]): StructureChild[] =>
    children.flatMap((child) => {
      if (!('role' in child)) return [child]
      if (child.role === 'L') {
        inner.push(child)
        return []
      }
      return [{ ...child, children: ownChildren(child.children) } as StructureChild]
    })
  const children = ownChildren(item.children)
  addBlock(marks.blocks, { kind: 'list_item', text: flatten(children.map((child) => textOf(child, marks)).join(' ')) })
  walk({ children: inner }, marks)
}

function tableOf(table: StructureNode, marks: TagWalk): TaggedBlock {
  const rows: string[][] = []
  let header = false
  const visit = (node: StructureNode) => {
    for (const child of node.children) {
      if (!('role' in child)) continue
      if (child.role !== 'TR') {
        visit(child)
        continue
      }
      const cells = child.children.filter((cell): cell is StructureNode => 'role' in cell && /^T[DH]$/.test(cell.role))
      if (rows.length === 0 && cells.length > 0 && cells.every(({ role }) => role === 'TH')) header = true
      rows.push(cells.map((cell) => flatten(textOf(cell, marks))))
    }
  }
  visit(table)
  return { kind: 'table', rows, header }
}

function textOf(node: StructureChild, marks: TagWalk): string {
  if (!('role' in node)) {
    if (!('id' in node)) return ''
    // The block is not added yet: its index is the next one.
    marks.blockOfMark.set(node.id, marks.blocks.length)
    return marks.texts.get(node.id) ?? ''
  }
  const text = node.children.map((child) => textOf(child, marks)).join('')
  return /^(P|LI|Lbl|LBody|TD|TH|H\d?)$/.test(node.role) ? `${text} ` : text
}

/**
 * Replaces blanks with spaces. A line break is kept only after a hyphen: whether the hyphen belongs to the word is decided once the whole document is
 * read.
 */
function flatten(text: string): string {
  return text
    .replace(/\s+/g, (blank, index: number) =>
      blank.includes('\n') && /[\p{L}\p{N}][-\u2010\u00AD]$/u.test(text.slice(Math.max(0, index - 3), index)) ? '\n' : ' ',
    )
    .trim()
}

function addBlock(blocks: TaggedBlock[], block: Exclude<TaggedBlock, { kind: 'table' }>): void {
  if (block.text) blocks.push(block)
}
