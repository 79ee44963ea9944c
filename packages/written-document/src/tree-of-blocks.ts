import { text, type DocumentBlock, type InlineNode, type ListMarker, type TrackedChange } from '@parvis/markdown'
import { isNote, spansOf, type BlockContent, type CellAlign, type ParagraphStyle, type RichText, type Span } from './model.ts'

/** Block with its texts as inline nodes, before lists and quotations are nested. `list`: list that an item belongs to. */
export type FlatBlock = { change?: TrackedChange | undefined } & (
  | { kind: 'heading'; level: number; content: InlineNode[] }
  | { kind: 'paragraph'; style: ParagraphStyle; content: InlineNode[] }
  | { kind: 'quote'; content: InlineNode[] }
  | FlatItem
  | { kind: 'code'; text: string }
  | {
      kind: 'table'
      aligns: readonly CellAlign[]
      header: InlineNode[][]
      rows: InlineNode[][][]
      rowChanges?: readonly (TrackedChange | undefined)[]
    }
  | { kind: 'rule' }
)

type FlatItem = {
  kind: 'item'
  level: number
  marker: ListMarker
  isContinued: boolean
  list: string
  start: number
  content: InlineNode[]
  change?: TrackedChange | undefined
}

type Item = Extract<BlockContent, { kind: 'item' }>

/** List that an item belongs to, with its marker and its first number. */
export interface ItemList {
  list: string
  marker: ListMarker
  start: number
}

/** Converts blocks to the tree that `markdown` and `office-writing` write. Notes are numbered in reading order. */
export function treeOfBlocks(blocks: readonly BlockContent[]): DocumentBlock[] {
  const lists = listsOfItems(blocks, '')
  const inline = createInlineWriter()
  return nestBlocks(blocks.map((block, at) => flatBlock(block, lists[at], inline)))
}

/** Assigns its list to each item: a new one begins where the marker changes, where `start` is given, and after anything that is no item. */
export function listsOfItems(blocks: readonly BlockContent[], prefix: string): (ItemList | undefined)[] {
  let open: ItemList[] = []
  let count = 0
  return blocks.map((block) => {
    if (block.kind !== 'item') {
      open = []
      return undefined
    }
    open.length = Math.min(open.length, block.level + 1)
    const current = open[block.level]
    const continues = current !== undefined && (block.marker === 'continued' || (block.marker === current.marker && block.start === undefined))
    if (continues) return current
    return (open[block.level] = { list: `${prefix}${(count += 1)}`, marker: block.marker === 'continued' ? 'none' : block.marker, start: block.start ?? 1 })
  })
}

type InlineWriter = (text: RichText) => InlineNode[]

/** Creates the writer of the texts of one document, which numbers its notes. */
export function createInlineWriter(): InlineWriter & { span: (span: Span, change?: TrackedChange) => InlineNode[] } {
  let notes = 0
  const span = (one: Span, change?: TrackedChange): InlineNode[] => {
    const tracked = change === undefined ? {} : { change }
    if (isNote(one)) return [{ kind: 'note', number: (notes += 1), content: inline(one.note), ...tracked }]
    const content = one.text
      .split('\n')
      .flatMap((line, index): InlineNode[] => [
        ...(index === 0 ? [] : [{ kind: 'break' as const, ...tracked }]),
        ...(line === '' ? [] : [{ ...text(line, ...(one.marks ?? [])), ...tracked } as InlineNode]),
      ])
    return one.link === undefined ? content : [{ kind: 'link', address: one.link, content }]
  }
  const inline = (rich: RichText) => spansOf(rich).flatMap((one) => span(one))
  return Object.assign(inline, { span })
}

/** Converts a block. @param list list of an item */
export function flatBlock(block: BlockContent, list: ItemList | undefined, inline: InlineWriter): FlatBlock {
  switch (block.kind) {
    case 'heading':
      return { kind: 'heading', level: block.level, content: inline(block.text) }
    case 'paragraph':
      return { kind: 'paragraph', style: block.style, content: inline(block.text) }
    case 'quote':
      return { kind: 'quote', content: inline(block.text) }
    case 'item':
      return itemOf(block, list!, inline(block.text))
    case 'table': {
      const { aligns, header, rows } = withEveryColumn(block)
      return { kind: 'table', aligns, header: header.map(inline), rows: rows.map((row) => row.map(inline)) }
    }
    case 'code':
    case 'rule':
      return block
  }
}

type Table = Extract<BlockContent, { kind: 'table' }>

/** Gives a table one header cell for each column of its widest row, so that no cell is left out. */
export function withEveryColumn(table: Table): Table {
  const width = table.rows.reduce((most, row) => Math.max(most, row.length), table.header.length)
  if (width === table.header.length) return table
  return { ...table, header: Array.from({ length: width }, (_, at) => table.header[at] ?? '') }
}

export const itemOf = ({ level, marker }: Item, { list, marker: listMarker, start }: ItemList, content: InlineNode[]): FlatItem => ({
  kind: 'item',
  level,
  marker: listMarker,
  isContinued: marker === 'continued',
  list,
  start,
  content,
})

/** Nests items in lists, and quotations that follow each other in one. */
export function nestBlocks(blocks: readonly FlatBlock[]): DocumentBlock[] {
  const tree: DocumentBlock[] = []
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]!
    if (block.kind === 'item') {
      let end = at
      while (blocks[end]?.kind === 'item') end += 1
      tree.push(...nestItems(blocks.slice(at, end) as FlatItem[]))
      at = end
      continue
    }
    at += 1
    const tracked = block.change === undefined ? {} : { change: block.change }
    if (block.kind === 'paragraph') tree.push({ kind: 'paragraph', role: block.style, content: block.content, ...tracked })
    else if (block.kind === 'quote') {
      const quoted: DocumentBlock = { kind: 'paragraph', role: 'body', content: block.content, ...tracked }
      const last = tree.at(-1)
      if (last?.kind === 'quote') last.blocks.push(quoted)
      else tree.push({ kind: 'quote', blocks: [quoted] })
    } else tree.push(block)
  }
  return tree
}

type ListBlock = Extract<DocumentBlock, { kind: 'list' }>

/** Nests a run of items: a deeper item belongs to the item above it. */
function nestItems(run: readonly FlatItem[]): ListBlock[] {
  const lists: ListBlock[] = []
  const level = Math.min(...run.map((item) => item.level))
  for (let at = 0; at < run.length;) {
    const item = run[at]!
    let end = at + 1
    if (item.level > level) {
      while (end < run.length && run[end]!.level > level) end += 1
      const nested = nestItems(run.slice(at, end))
      const parent = lists.at(-1)?.items.at(-1)
      if (parent === undefined) lists.push(...nested)
      else parent.push(...nested)
    } else {
      const last = lists.at(-1)
      const one: DocumentBlock = { kind: 'paragraph', role: 'body', content: item.content, ...(item.change === undefined ? {} : { change: item.change }) }
      if (last?.id !== item.list) lists.push({ kind: 'list', marker: item.marker, start: item.start, items: [[one]], id: item.list })
      else if (item.isContinued) last.items.at(-1)!.push(one)
      else last.items.push([one])
    }
    at = end
  }
  return lists
}
