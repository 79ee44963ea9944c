import type { DocumentBuilder } from '../../building/document-builder.ts'
import { textsOf, writeBlocks } from '../../building/recorder.ts'
import type { TableBuilder } from '../../building/table-builder.ts'
import type { ExtractedBlock } from '../../port.ts'
import { under } from '../../text/join-lines.ts'
import { subscript, superscript, type Script } from '../../text/scripts.ts'
import type { OdfKind, Pages } from './odf-pages.ts'

/** `number`: what is shown before it; `endsPage`: what follows it stands on a new page. */
type Start = { kind: 'text:p' | 'text:h'; level: number; number: string; endsPage: boolean }
/**
 * `depth`, `frames`: how many tables and frames stood around where it began; `page`: where it began; `boxes`: the text of the frames that hang on it;
 * `attached`: charts and objects that hang on it; `isBlank`, `isSpaced`: whether its text holds no word, or is not followed by one that would
 * stick to it; `raised`: a text above or under the line that has not ended.
 */
type Paragraph = Start & {
  text: string
  isBlank: boolean
  isSpaced: boolean
  depth: number
  frames: number
  page: number | undefined
  boxes: string
  attached: ExtractedBlock[]
  raised: { script: Script; text: string } | null
}

/** Characters before an exponent that decide how it is written. */
const CONTEXT = 40

/** What the text is like is kept: to look at one that grows is to write it again. */
function append(paragraph: Paragraph, text: string): void {
  if (!text) return
  if (paragraph.raised) {
    paragraph.raised.text += text
    return
  }
  paragraph.text += text
  paragraph.isBlank &&= !text.trim()
  paragraph.isSpaced = !text.at(-1)!.trim()
}

function endRaised(paragraph: Paragraph): void {
  const { raised } = paragraph
  paragraph.raised = null
  if (!raised) return
  const before = paragraph.text.slice(-CONTEXT)
  append(paragraph, raised.script === 'superscript' ? superscript(raised.text, before) : subscript(raised.text, before))
}

export type Paragraphs = ReturnType<typeof createParagraphs>

type Written = Pick<Paragraph, 'kind' | 'level' | 'page' | 'frames'>

/** Writes texts and blocks where they stand: in a cell, a list, a note of the speaker, or on a sheet, of which they come after the table. */
function createWriter(kind: OdfKind, builder: DocumentBuilder, pages: Pages, tables: TableBuilder) {
  let drawn: ExtractedBlock[] = []
  let lists = 0
  let notes = 0
  let frames = 0
  return {
    list: (step: 1 | -1) => void (lists += step),
    note: (step: 1 | -1) => void (notes += step),
    frame: (step: 1 | -1) => void (frames += step),
    frames: () => frames,
    write(paragraph: Written, text: string): void {
      if (!text) return
      if (kind === 'ods' && paragraph.frames > 0) return void drawn.push({ kind: 'paragraph', text })
      if (tables.write(text, paragraph.page)) return
      pages.start(paragraph.page)
      if (paragraph.kind === 'text:h') builder.heading(paragraph.level || 1, text)
      else if (notes) builder.paragraph(`Note de l’orateur : ${text}`)
      else if (lists) builder.listItem(text)
      else builder.paragraph(text)
    },
    /** @param page of the blocks; the current one where it is not given */
    writeBlocks(blocks: readonly ExtractedBlock[], page = pages.current()): void {
      if (blocks.length === 0) return
      if (kind === 'ods') return void drawn.push(...blocks)
      if (tables.depth() > 0) for (const text of textsOf(blocks)) tables.write(text)
      else {
        pages.start(page)
        writeBlocks(blocks, builder)
      }
    },
    /** The texts and the charts that stand on the sheet which ends. */
    takeDrawn(): ExtractedBlock[] {
      const taken = drawn
      drawn = []
      return taken
    },
  }
}

/** Paragraphs, one inside the other where a note or a frame stands in one. */
export function createParagraphs(kind: OdfKind, builder: DocumentBuilder, pages: Pages, tables: TableBuilder) {
  const open: Paragraph[] = []
  const { write, writeBlocks: writeAttached, frames, ...places } = createWriter(kind, builder, pages, tables)
  /** The one being read, unless a table has begun inside it. */
  const current = (): Paragraph | undefined => {
    const last = open.at(-1)
    return last?.depth === tables.depth() ? last : undefined
  }
  return {
    ...places,
    /** Whether a paragraph, or a frame that hangs on a page, is around. */
    isInside: () => open.length > 0 || frames() > 0,
    inFrame: () => frames() > 0,
    begin: (start: Start) =>
      void open.push({
        ...start,
        text: '',
        isBlank: true,
        isSpaced: true,
        depth: tables.depth(),
        frames: frames(),
        page: pages.current(),
        boxes: '',
        attached: [],
        raised: null,
      }),
    add(text: string): void {
      const paragraph = current()
      if (paragraph) append(paragraph, text)
    },
    /** Adds a text that stands where no paragraph need be: a form control, a formula. */
    insert(text: string): void {
      const paragraph = current()
      if (paragraph) append(paragraph, paragraph.isSpaced ? text : ` ${text}`)
      else write({ kind: 'text:p', level: 0, page: pages.current(), frames: frames() }, text)
    },
    /** Adds blocks after the paragraph being read, or to the text of its cell. */
    attach(blocks: ExtractedBlock[]): void {
      if (open[0] && kind !== 'ods' && tables.depth() === 0) open[0].attached.push(...blocks)
      else writeAttached(blocks)
    },
    beginScript(script: Script): void {
      const paragraph = current()
      if (paragraph && script && !paragraph.raised) paragraph.raised = { script, text: '' }
    },
    endScript(): void {
      const paragraph = current()
      if (paragraph) endRaised(paragraph)
    },
    /** A page ends: a paragraph that holds nothing yet is on the next one. */
    follow(): void {
      const paragraph = current()
      if (paragraph?.isBlank && !paragraph.boxes) paragraph.page = pages.current()
    },
    /** A table begins in the cell that the paragraph is in: what came before it stands before it. */
    cutForTable(): void {
      const paragraph = current()
      if (!paragraph || paragraph.isBlank || tables.depth() === 0) return
      write(paragraph, `${paragraph.number} ${paragraph.text.trim()}`.trim())
      Object.assign(paragraph, { text: '', isBlank: true, isSpaced: true, number: '' })
    },
    end(): void {
      const ended = open.pop()
      if (!ended) return
      endRaised(ended)
      const said = ended.text.trim()
      // A row may be told by its number alone; a line that has nothing else says nothing.
      const text = said || tables.depth() > 0 ? `${ended.number} ${said}`.trim() : ''
      const enclosing = current()
      if (!enclosing) {
        if (ended.endsPage && tables.depth() === 0 && frames() === 0) pages.end()
        write(ended, text)
        write({ kind: 'text:p', level: 0, page: ended.page, frames: ended.frames }, ended.boxes)
        writeAttached(ended.attached, ended.page)
        // In the middle of a word a frame would cut it.
      } else if (ended.frames > enclosing.frames) enclosing.boxes = under(under(enclosing.boxes, text), ended.boxes)
      else if (text) append(enclosing, enclosing.isSpaced ? text : ` ${text}`)
    },
  }
}
