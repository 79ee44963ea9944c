import { TextLimitReached, type DocumentBuilder } from '../building/document-builder.ts'
import { MIN_BLOCK_CHARACTERS } from '../limits.ts'
import type { RichBlock, RichMark, RichSpan, RichTextSpan } from '../port.ts'
import { blockOf, bodyForm, createListStarts, trimmed, type ParagraphForm } from './rich-forms.ts'
import { createRichTables, type Align, type RichCell } from './rich-tables.ts'
import { cleanCharacters, noHiddenCharacters, looksDeliberate } from '../text/clean-text.ts'

/** Look of a text. */
export type Look = { marks: readonly RichMark[]; link?: string | undefined }

type OpenParagraph = { form: ParagraphForm; spans: RichSpan[]; align: Align; isMarkDeleted: boolean; hasLine: boolean; after: RichBlock[] }

export type RichWriter = ReturnType<typeof createRichWriter>

/** Collects the blocks of a `rich` reading: paragraphs, notes and tables in the order of the file. */
export function createRichWriter(builder: DocumentBuilder) {
  const { limits } = builder
  const blocks: RichBlock[] = []
  const paragraphs: OpenParagraph[] = []
  const hidden = noHiddenCharacters()
  const lists = createListStarts()
  let characters = 0
  /** Text of a paragraph with a deleted mark. It joins the next paragraph. */
  let carried: RichSpan[] = []
  const count = (size: number) => {
    if ((characters += size) > limits.characters) throw new TextLimitReached()
  }
  const push = (block: RichBlock) => {
    count(MIN_BLOCK_CHARACTERS)
    if (block.kind !== 'item') lists.interrupt()
    blocks.push(block)
    if (blocks.length % 100 === 0) builder.checkTime()
  }
  const takeCarried = () => {
    const spans = trimmed(carried)
    carried = []
    return spans
  }
  const flushCarried = () => {
    const spans = takeCarried()
    if (spans.length > 0) push({ kind: 'paragraph', style: 'body', text: spans })
  }
  const tables = createRichTables(builder, { depth: () => paragraphs.length, count, push, flushCarried, takeCarried })
  const placeBlocks = ({ form, spans, align, hasLine, after }: OpenParagraph) => {
    const made = blockOf(form, spans, { hasLine, lists })
    const outer = paragraphs.at(-1)
    const cell = tables.cell()
    if (cell?.depth === paragraphs.length)
      addLines(cell, [spans, ...after.flatMap((block) => ('text' in block && typeof block.text !== 'string' ? [block.text] : []))], align)
    else if (outer) outer.after.push(...(made ? [made] : []), ...after)
    else for (const block of [...(made ? [made] : []), ...after]) push(block)
  }
  return {
    beginParagraph(): void {
      paragraphs.push({ form: bodyForm, spans: paragraphs.length === 0 ? carried : [], align: null, isMarkDeleted: false, hasLine: false, after: [] })
      if (paragraphs.length === 1) carried = []
    },
    /** Open paragraph, to be described; undefined outside paragraphs. */
    paragraph: (): OpenParagraph | undefined => paragraphs.at(-1),
    write(text: string, { marks, link }: Look): void {
      const clean = cleanCharacters(text, hidden)
      const paragraph = paragraphs.at(-1)
      if (!paragraph || clean === '') return
      count(clean.length)
      const span: RichTextSpan = { text: clean, ...(marks.length > 0 ? { marks: [...marks] } : {}), ...(link === undefined ? {} : { link }) }
      const last = paragraph.spans.at(-1)
      if (last && 'text' in last && last.link === span.link && (last.marks ?? []).join() === (span.marks ?? []).join())
        paragraph.spans[paragraph.spans.length - 1] = { ...last, text: joined(last.text, clean) }
      else paragraph.spans.push(span)
    },
    note(note: RichTextSpan[]): void {
      if (note.length > 0) paragraphs.at(-1)?.spans.push({ note })
    },
    endParagraph(): void {
      const ended = paragraphs.pop()
      if (!ended) return
      if (ended.isMarkDeleted && paragraphs.length === 0) {
        carried = ended.spans
        for (const block of ended.after) push(block)
      } else placeBlocks(ended)
    },
    ...tables.events,
    finish(): RichBlock[] {
      flushCarried()
      if (looksDeliberate(hidden)) builder.hiddenText()
      return blocks
    },
    /** Text of all blocks so far, one per line, which are removed: the content of a note. */
    takeText(): RichTextSpan[] {
      return textOfNote(blocks.splice(0))
    },
  }
}

function textOfNote(blocks: readonly RichBlock[]): RichTextSpan[] {
  const spans = blocks.flatMap((block): RichTextSpan[] => {
    const text = 'text' in block ? (typeof block.text === 'string' ? [{ text: block.text }] : block.text) : []
    return [{ text: '\n' }, ...text.filter((span) => 'text' in span)]
  })
  return trimmed(spans) as RichTextSpan[]
}

/** Adds paragraphs to a cell, one per line. */
function addLines(cell: RichCell, paragraphs: readonly RichSpan[][], align: Align): void {
  for (const line of paragraphs.map(trimmed)) {
    if (line.length === 0) continue
    cell.spans.push(...(cell.spans.length > 0 ? [{ text: '\n' }] : []), ...line)
    cell.align = align
  }
}

/** Joins two texts; an accent may begin the second. */
const joined = (text: string, next: string) => (/^\p{M}/u.test(next) ? (text + next).normalize('NFC') : text + next)
