import { toRichText, type BlockContent, type Mark, type RichText, type Span, type TextSpan } from '@parvis/written-document'
import { isAllowedLink } from '../model/schema.ts'
import type { HtmlNode } from './html-node.ts'
import { tableRows } from './html-tables.ts'

/** What was dropped from a pasted text, because the document has no form for it. */
export type Dropped = 'images' | 'nestedTables' | 'links' | 'objects' | 'mergedCells'

export interface PastedText {
  blocks: BlockContent[]
  dropped: Set<Dropped>
  /** Whether it is part of a line, to be inserted in the paragraph of the caret. */
  isInline: boolean
}

interface Style {
  marks: readonly Mark[]
  link?: string | undefined
}

/** List that an element is in. */
interface List {
  level: number
  marker: 'bullet' | 'figure'
  start: number | undefined
}

const skipped = new Set(['style', 'script', 'head', 'title', 'meta', 'link', 'xml', 'template', 'o:p', 'colgroup', 'col'])
const blockNames = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table hr section article header footer main aside body html dl dt dd figure figcaption address tr td th tbody'.split(
    ' ',
  ),
)
const objects = new Set(['svg', 'video', 'audio', 'iframe', 'object', 'embed', 'canvas', 'form', 'math'])
const markOfTag: Record<string, Mark> = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', s: 'strike', strike: 'strike', del: 'strike' }
Object.assign(markOfTag, { mark: 'highlight', code: 'code', kbd: 'code', samp: 'code', tt: 'code', sup: 'raised', sub: 'lowered' })

/**
 * Reads a pasted HTML text, of Word, LibreOffice or a page, as blocks. Headings, lists, tables, quotations, marks, links and the notes of Word stay;
 * colours, fonts and sizes are left without a word; images and the rest are counted in `dropped`.
 */
export function readHtml(root: HtmlNode): PastedText {
  const notes = footnotesOf(root)
  const reader = new HtmlReader(notes)
  reader.readBlocks(root.children, { marks: [] })
  reader.flush()
  const isInline = !hasBlocks(root) && reader.blocks.length === 1
  return { blocks: reader.blocks, dropped: reader.dropped, isInline }
}

const hasBlocks = (node: HtmlNode): boolean =>
  node.children.some((child) => (blockNames.has(child.name) && !['html', 'body'].includes(child.name)) || hasBlocks(child))

/** Texts of the footnotes of Word, by the id that their references name (`_ftn1`). */
function footnotesOf(root: HtmlNode): Map<string, HtmlNode> {
  const found = new Map<string, HtmlNode>()
  const visit = (node: HtmlNode) => {
    const id = node.attribute('id')
    if (/^(?:_?ftn|sdfootnote|_edn)\d+$/.test(id)) found.set(id.replace(/^_/, ''), node)
    for (const child of node.children) visit(child)
  }
  visit(root)
  return found
}

const noteId = (href: string): string | null => /#_?(ftn\d+|edn\d+|sdfootnote\d+)(?:sym)?$/.exec(href)?.[1] ?? null

class HtmlReader {
  readonly blocks: BlockContent[] = []
  readonly dropped = new Set<Dropped>()
  private spans: Span[] = []
  private list: List | null = null
  private isContinued = false
  private wrap: (text: RichText) => BlockContent = toParagraph
  private readonly notes: ReadonlyMap<string, HtmlNode>
  private readonly noteNodes: ReadonlySet<HtmlNode>

  constructor(notes: ReadonlyMap<string, HtmlNode>) {
    this.notes = notes
    this.noteNodes = new Set(notes.values())
  }

  /** Ends the current block. */
  flush(): void {
    const text = trim(toRichText(this.spans))
    this.spans = []
    if (text !== '') this.blocks.push(this.list === null ? this.wrap(text) : this.itemOf(text, this.list))
  }

  private itemOf(text: RichText, { level, marker, start }: List): BlockContent {
    const isContinued = this.isContinued
    this.isContinued = true
    if (isContinued) return { kind: 'item', level, marker: 'continued', text }
    const first = start
    if (this.list) this.list.start = undefined
    return { kind: 'item', level, marker, ...(first === undefined || first === 1 ? {} : { start: first }), text }
  }

  readBlocks(nodes: readonly HtmlNode[], style: Style): void {
    for (const node of nodes) this.read(node, style)
  }

  private read(node: HtmlNode, style: Style): void {
    const { name } = node
    if (name === '#text') return this.addText(node.text, style)
    if (name.startsWith('#') || skipped.has(name) || this.noteNodes.has(node) || /mso-(?:element:\s*(?:comment|footnote)|hide)/.test(node.attribute('style')))
      return
    if (name === 'img' || name === 'v:shape' || name === 'picture') return void this.dropped.add('images')
    if (objects.has(name)) return void this.dropped.add('objects')
    if (name === 'br') return void this.spans.push({ text: '\n', marks: style.marks })
    if (name === 'a') return this.readLink(node, style)
    if (blockNames.has(name)) return this.readBlock(node, style)
    this.readBlocks(node.children, styleOf(node, style))
  }

  private readLink(node: HtmlNode, style: Style): void {
    const href = node.attribute('href')
    const note = noteId(href)
    const body = note === null ? undefined : this.notes.get(note)
    if (body) return void this.spans.push({ note: noteText(body) })
    if (href !== '' && !isAllowedLink(href) && !href.startsWith('#')) this.dropped.add('links')
    this.readBlocks(node.children, { ...styleOf(node, style), link: isAllowedLink(href) ? href : style.link })
  }

  private readBlock(node: HtmlNode, style: Style): void {
    this.flush()
    const { name } = node
    const own = name === 'p' || name === 'div' ? styleOf(node, style) : style
    if (name === 'table') return this.readTable(node)
    if (name === 'hr') return void this.blocks.push({ kind: 'rule' })
    if (name === 'pre') return void this.blocks.push({ kind: 'code', text: textContent(node).replace(/\n$/, '') })
    if (name === 'ul' || name === 'ol') return this.readList(node, own)
    if (name === 'li') return this.readItem(node, own)
    const word = wordItem(node)
    if (word !== null) return this.readWordItem(node, word, own)
    const level = headingLevel(node)
    const before = this.wrap
    if (level !== null) this.wrap = (text) => ({ kind: 'heading', level, text: withoutBold(text) })
    else if (name === 'blockquote') this.wrap = (text) => ({ kind: 'quote', text })
    const list = this.list
    if (level !== null) this.list = null
    this.readBlocks(node.children, own)
    this.flush()
    this.wrap = before
    this.list = list
  }

  private readList(node: HtmlNode, style: Style): void {
    const outer = this.list
    const start = Number(node.attribute('start'))
    this.list = {
      level: outer === null ? 0 : Math.min(8, outer.level + 1),
      marker: node.name === 'ol' ? 'figure' : 'bullet',
      start: start > 0 ? start : undefined,
    }
    this.isContinued = false
    this.readBlocks(node.children, style)
    this.flush()
    this.list = outer
    // The rest of the outer item, after its inner list, is a further paragraph of it.
    this.isContinued = outer !== null
  }

  private readItem(node: HtmlNode, style: Style): void {
    this.list ??= { level: 0, marker: 'bullet', start: undefined }
    this.isContinued = false
    this.readBlocks(node.children, style)
    this.flush()
    this.isContinued = false
  }

  /** Word writes list items as paragraphs, with the marker as text. */
  private readWordItem(node: HtmlNode, { level, marker, markerNode }: WordItem, style: Style): void {
    const outer = this.list
    this.list = { level, marker, start: undefined }
    this.isContinued = false
    this.readBlocks(
      node.children.filter((child) => child !== markerNode),
      style,
    )
    this.flush()
    this.list = outer
  }

  private readTable(table: HtmlNode): void {
    const { rows, hasHeader, aligns, hasNested, hasMerged } = tableRows(table)
    if (hasNested) this.dropped.add('nestedTables')
    if (hasMerged) this.dropped.add('mergedCells')
    const columns = Math.max(0, ...rows.map((row) => row.length))
    if (columns === 0) return
    const texts = rows.map((row) => Array.from({ length: columns }, (_, column) => this.cellText(row[column])))
    const header = hasHeader ? texts[0]! : Array.from({ length: columns }, () => '')
    this.blocks.push({
      kind: 'table',
      aligns: Array.from({ length: columns }, (_, column) => aligns[column] ?? null),
      header,
      rows: texts.slice(hasHeader ? 1 : 0),
    })
  }

  private cellText(cell: HtmlNode | null | undefined): RichText {
    if (!cell) return ''
    const reader = new HtmlReader(this.notes)
    reader.readBlocks(cell.children, { marks: [] })
    reader.flush()
    for (const one of reader.dropped) this.dropped.add(one)
    return joinLines(reader.blocks)
  }

  private addText(text: string, style: Style): void {
    const flat = text.replace(/[\t\r\n\f ]+/g, ' ')
    const last = this.spans.at(-1)
    const follows = last === undefined || ('text' in last && /[ \n]$/.test(last.text))
    const words = follows ? flat.replace(/^ /, '') : flat
    if (words !== '') this.spans.push({ text: words, marks: style.marks, ...(style.link === undefined ? {} : { link: style.link }) })
  }
}

const toParagraph = (text: RichText): BlockContent => ({ kind: 'paragraph', style: 'body', text })

interface WordItem {
  level: number
  marker: 'bullet' | 'figure'
  markerNode: HtmlNode | undefined
}

/** List item of Word: a paragraph whose style names its list and its level. */
function wordItem(node: HtmlNode): WordItem | null {
  const level = /mso-list:[^;"]*\blevel(\d)/i.exec(node.attribute('style'))?.[1]
  if (level === undefined) return null
  const markerNode = node.children.find(
    (child) => /mso-list:\s*ignore/i.test(child.attribute('style')) || child.children.some((inner) => /mso-list:\s*ignore/i.test(inner.attribute('style'))),
  )
  const marker = markerNode !== undefined && /^[\s(]*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(textContent(markerNode)) ? 'figure' : 'bullet'
  return { level: Math.min(8, Number(level) - 1), marker, markerNode }
}

function headingLevel(node: HtmlNode): number | null {
  const level = /^h([1-6])$/.exec(node.name)?.[1] ?? /^(?:Mso)?(?:Heading|Titre)([1-6])$/i.exec(node.attribute('class'))?.[1]
  if (level !== undefined) return Number(level)
  return node.attribute('class') === 'MsoTitle' ? 1 : null
}

function styleOf(node: HtmlNode, style: Style): Style {
  const marks = new Set(style.marks)
  const own = markOfTag[node.name]
  const css = node.attribute('style')
  // Google Docs wraps a whole text in `<b style="font-weight:normal">`.
  if (own !== undefined && !(own === 'bold' && /font-weight:\s*(?:normal|400)/i.test(css))) marks.add(own)
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(css)) marks.add('bold')
  if (/font-style:\s*italic/i.test(css)) marks.add('italic')
  if (/text-decoration[^;]*:\s*[^;]*underline/i.test(css) && node.name !== 'a') marks.add('underline')
  if (/text-decoration[^;]*:\s*[^;]*line-through/i.test(css)) marks.add('strike')
  if (/vertical-align:\s*super/i.test(css)) marks.add('raised')
  if (/vertical-align:\s*sub/i.test(css)) marks.add('lowered')
  return { ...style, marks: [...marks] }
}

/** A heading is bold by itself. */
function withoutBold(text: RichText): RichText {
  if (typeof text === 'string') return text
  return toRichText(text.map((span) => ('text' in span ? { ...span, marks: (span.marks ?? []).filter((mark) => mark !== 'bold') } : span)))
}

const textContent = (node: HtmlNode): string => (node.name === '#text' ? node.text : node.name === 'br' ? '\n' : node.children.map(textContent).join(''))

function noteText(node: HtmlNode): string {
  return textContent(node)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\[?\d+\]?\s*/, '')
}

/** Text of a cell: its blocks, one per line. */
function joinLines(blocks: readonly BlockContent[]): RichText {
  const texts = blocks.flatMap((block): RichText[] => {
    if (block.kind === 'rule') return []
    return block.kind === 'table'
      ? [block.header, ...block.rows]
          .filter((row) => row.some((cell) => cell !== ''))
          .map((row) => toRichText(row.flatMap((cell): Span[] => [...spans(cell), { text: ' ' }])))
      : [block.text]
  })
  return trim(toRichText(texts.flatMap((text, index): Span[] => [...(index === 0 ? [] : [{ text: '\n' }]), ...spans(text)])))
}

const spans = (text: RichText): readonly Span[] => (typeof text === 'string' ? [{ text }] : text)

/** Takes the spaces and line breaks off both ends of a text. */
function trim(text: RichText): RichText {
  if (typeof text === 'string') return text.trim()
  const all = [...text]
  const edge = (at: 0 | -1, pattern: RegExp) => {
    const span = all.at(at)
    if (span && 'text' in span) all[at === 0 ? 0 : all.length - 1] = { ...span, text: span.text.replace(pattern, '') } satisfies TextSpan
  }
  edge(0, /^\s+/)
  edge(-1, /\s+$/)
  return toRichText(all)
}
