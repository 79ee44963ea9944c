import type { DocumentBuilder } from '../../building/document-builder.ts'
import { textsOf, writeBlocks } from '../../building/recorder.ts'
import type { TableBuilder } from '../../building/table-builder.ts'
import type { ExtractedBlock } from '../../port.ts'
import { joinWithNewline } from '../../text/join-lines.ts'
import { subscript, superscript, type Script } from '../../text/scripts.ts'
import type { OdfKind, OdfPageCounter } from './odf-pages.ts'

/** Properties of a paragraph that begins. `number`: displayed before it. `endsPage`: a page break follows it. */
type ParagraphStart = { kind: 'text:p' | 'text:h'; level: number; number: string; endsPage: boolean }
/**
 * A paragraph being read. `depth`, `frames`: number of enclosing tables and frames at its start. `page`: page of its start. `boxes`: text of the frames
 * anchored in it. `attachedBlocks`: charts and objects anchored in it. `isBlank`: its text has no visible character. `isSpaced`: its text is empty or ends with
 * a space. `raised`: exponent or index being read.
 */
type OdfParagraph = ParagraphStart & {
  text: string
  isBlank: boolean
  isSpaced: boolean
  depth: number
  frames: number
  page: number | undefined
  boxes: string
  attachedBlocks: ExtractedBlock[]
  raised: { script: Script; text: string } | null
}

/** Number of characters before an exponent that decide how it is written. */
const SCRIPT_CONTEXT_LENGTH = 40

/** Appends text and updates `isBlank` and `isSpaced`. They are stored because testing a growing string would copy it each time. */
function append(paragraph: OdfParagraph, text: string): void {
  if (!text) return
  if (paragraph.raised) {
    paragraph.raised.text += text
    return
  }
  paragraph.text += text
  paragraph.isBlank &&= !text.trim()
  paragraph.isSpaced = !text.at(-1)!.trim()
}

function endRaised(paragraph: OdfParagraph): void {
  const { raised } = paragraph
  paragraph.raised = null
  if (!raised) return
  const before = paragraph.text.slice(-SCRIPT_CONTEXT_LENGTH)
  append(paragraph, raised.script === 'superscript' ? superscript(raised.text, before) : subscript(raised.text, before))
}

export type OdfParagraphReader = ReturnType<typeof createParagraphReader>

type WrittenParagraph = Pick<OdfParagraph, 'kind' | 'level' | 'page' | 'frames'>

/** Writes texts and blocks where they belong: in a cell, a list, a speaker note, or after the table of a sheet. */
function createWriter(kind: OdfKind, builder: DocumentBuilder, pages: OdfPageCounter, tables: TableBuilder) {
  let drawnBlocks: ExtractedBlock[] = []
  let lists = 0
  let notes = 0
  let frames = 0
  return {
    list: (step: 1 | -1) => void (lists += step),
    note: (step: 1 | -1) => void (notes += step),
    frame: (step: 1 | -1) => void (frames += step),
    frames: () => frames,
    write(paragraph: WrittenParagraph, text: string): void {
      if (!text) return
      if (kind === 'ods' && paragraph.frames > 0) return void drawnBlocks.push({ kind: 'paragraph', text })
      if (tables.write(text, paragraph.page)) return
      pages.start(paragraph.page)
      if (paragraph.kind === 'text:h') builder.heading(paragraph.level || 1, text)
      else if (notes) builder.paragraph(`Note de l’orateur : ${text}`)
      else if (lists) builder.listItem(text)
      else builder.paragraph(text)
    },
    /** @param page page of the blocks, the current one by default */
    writeBlocks(blocks: readonly ExtractedBlock[], page = pages.current()): void {
      if (blocks.length === 0) return
      if (kind === 'ods') return void drawnBlocks.push(...blocks)
      if (tables.depth() > 0) for (const text of textsOf(blocks)) tables.write(text)
      else {
        pages.start(page)
        writeBlocks(blocks, builder)
      }
    },
    /** Returns the texts and charts drawn on the sheet that ends, and forgets them. */
    takeDrawn(): ExtractedBlock[] {
      const takenBlocks = drawnBlocks
      drawnBlocks = []
      return takenBlocks
    },
  }
}

/** Reads paragraphs. They may be nested, when one contains a note or a frame. */
export function createParagraphReader(kind: OdfKind, builder: DocumentBuilder, pages: OdfPageCounter, tables: TableBuilder) {
  const open: OdfParagraph[] = []
  const { write, writeBlocks: writeAttached, frames, ...writerMethods } = createWriter(kind, builder, pages, tables)
  /** Returns the paragraph being read, unless a table has begun inside it. */
  const current = (): OdfParagraph | undefined => {
    const last = open.at(-1)
    return last?.depth === tables.depth() ? last : undefined
  }
  return {
    ...writerMethods,
    /** Whether the position is inside a paragraph, or inside a frame anchored to a page. */
    isInside: () => open.length > 0 || frames() > 0,
    inFrame: () => frames() > 0,
    begin: (start: ParagraphStart) =>
      void open.push({
        ...start,
        text: '',
        isBlank: true,
        isSpaced: true,
        depth: tables.depth(),
        frames: frames(),
        page: pages.current(),
        boxes: '',
        attachedBlocks: [],
        raised: null,
      }),
    add(text: string): void {
      const paragraph = current()
      if (paragraph) append(paragraph, text)
    },
    /** Adds text that may be outside paragraphs: a form control, a formula. */
    insert(text: string): void {
      const paragraph = current()
      if (paragraph) append(paragraph, paragraph.isSpaced ? text : ` ${text}`)
      else write({ kind: 'text:p', level: 0, page: pages.current(), frames: frames() }, text)
    },
    /** Adds blocks after the paragraph being read, or to the text of its cell. */
    attach(blocks: ExtractedBlock[]): void {
      if (open[0] && kind !== 'ods' && tables.depth() === 0) open[0].attachedBlocks.push(...blocks)
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
    /** Moves a paragraph that is still blank to the page that begins. */
    moveToCurrentPage(): void {
      const paragraph = current()
      if (paragraph?.isBlank && !paragraph.boxes) paragraph.page = pages.current()
    },
    /** Writes the text read so far when a table begins inside the cell of the paragraph, so that it comes before the table. */
    cutForTable(): void {
      const paragraph = current()
      if (!paragraph || paragraph.isBlank || tables.depth() === 0) return
      write(paragraph, `${paragraph.number} ${paragraph.text.trim()}`.trim())
      Object.assign(paragraph, { text: '', isBlank: true, isSpaced: true, number: '' })
    },
    end(): void {
      const endedParagraph = open.pop()
      if (!endedParagraph) return
      endRaised(endedParagraph)
      const ownText = endedParagraph.text.trim()
      // In a table, a number alone may identify a row. Elsewhere, a number without text is dropped.
      const text = ownText || tables.depth() > 0 ? `${endedParagraph.number} ${ownText}`.trim() : ''
      const enclosing = current()
      if (!enclosing) {
        if (endedParagraph.endsPage && tables.depth() === 0 && frames() === 0) pages.end()
        write(endedParagraph, text)
        write({ kind: 'text:p', level: 0, page: endedParagraph.page, frames: endedParagraph.frames }, endedParagraph.boxes)
        writeAttached(endedParagraph.attachedBlocks, endedParagraph.page)
        // Text of a frame goes after the paragraph: inserted here it could cut a word.
      } else if (endedParagraph.frames > enclosing.frames) enclosing.boxes = joinWithNewline(joinWithNewline(enclosing.boxes, text), endedParagraph.boxes)
      else if (text) append(enclosing, enclosing.isSpaced ? text : ` ${text}`)
    },
  }
}
