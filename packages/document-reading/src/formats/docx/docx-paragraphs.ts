import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { TableBuilder } from '../../building/table-builder.ts'
import { textsOf, writeBlocks } from '../../building/recorder.ts'
import type { UnreadContent } from '../../building/unread.ts'
import type { ExtractedBlock } from '../../port.ts'
import { joinWithNewline } from '../../text/join-lines.ts'
import { createScriptText, type ScriptText } from '../../text/script-text.ts'
import type { Script } from '../../text/scripts.ts'
import type { PageBreakCheck } from '../page-break-check.ts'
import type { Embedded } from '../ooxml/embedded.ts'
import type { DocxFill } from './docx-colours.ts'
import type { DocxNumbers } from './docx-numbers.ts'
import type { DocxPageCounter } from './docx-pages.ts'
import type { DocxStyles, ListPosition } from './docx-styles.ts'

/**
 * A paragraph being read. `place`: list that the paragraph itself refers to. `boxes`, `attached`: text boxes and other content anchored in the paragraph.
 * `fill`: its background.
 */
export type DocxParagraph = {
  text: ScriptText
  level: number
  isListed: boolean
  style: string | undefined
  listPosition: ListPosition
  isDeleted: boolean
  number: string
  boxes: string
  attachedBlocks: ExtractedBlock[]
  isDropCap: boolean
  page: number
  fill: DocxFill | null
}
export type ParagraphReader = ReturnType<typeof createParagraphs>

/** Context of a body: parts of the file that are read before it. */
export type BodyContext = {
  styles: DocxStyles
  numbers: DocxNumbers
  notes: Map<string, string>
  hasBackground: boolean
  embedded: Embedded
  unread: UnreadContent
  /** Whether a header or a footer is being read. */
  isHead: boolean
}

/** Reads paragraphs. They may be nested, when a drawing contains text. */
export function createParagraphs(
  builder: DocumentBuilder,
  { pageBreakCheck, pages, tables, bodyContext }: { pageBreakCheck: PageBreakCheck; pages: DocxPageCounter; tables: TableBuilder; bodyContext: BodyContext },
) {
  const outer: (DocxParagraph | null)[] = []
  let paragraph: DocxParagraph | null = null
  const { write, attach } = createWriter(builder, { pageBreakCheck, pages, tables })
  const dropCaps = createDropCaps()
  return {
    current: () => paragraph,
    isInside: () => Boolean(outer.at(-1)),
    begin(): void {
      outer.push(paragraph)
      paragraph = emptyParagraph(pages.current())
    },
    /** Marks a paragraph whose end mark is deleted: it continues in the next one and has no number of its own. */
    deleteMark(): void {
      if (paragraph) paragraph.isDeleted = true
    },
    /** Numbers the paragraph. Called once its properties are known, before the paragraphs nested in it. */
    assignNumber(): void {
      if (!paragraph || paragraph.isDeleted) return
      const { style, listPosition } = paragraph
      const ofStyle = bodyContext.styles.list(style)
      const list = listPosition.list ?? ofStyle.list
      const linkedLevel = listPosition.list === undefined ? bodyContext.numbers.levelOf(list, style) : undefined
      paragraph.number = bodyContext.numbers.next(list, listPosition.level ?? linkedLevel ?? ofStyle.level ?? 0)
      paragraph.isListed ||= paragraph.number !== ''
    },
    add(text: string, script: Script = null): void {
      paragraph?.text.add(text, script)
    },
    /** Adds the text of a drawing anchored in the paragraph. */
    addBox(text: string): void {
      if (paragraph) paragraph.boxes = joinWithNewline(paragraph.boxes, text.trim())
    },
    /** Inserts content of another part: after the paragraph that anchors it, or at the current position. */
    insert(blocks: readonly ExtractedBlock[]): void {
      if (paragraph) paragraph.attachedBlocks = paragraph.attachedBlocks.concat(blocks)
      else attach(pages.current(), blocks)
    },
    /** Writes a drop cap that no paragraph follows. */
    flush(): void {
      write(emptyParagraph(pages.current()), dropCaps.take().trim())
    },
    /** Moves a paragraph that is still empty to the page that begins. */
    moveToCurrentPage(): void {
      if (paragraph && paragraph.text.isBlank() && !paragraph.boxes) paragraph.page = pages.current()
    },
    end(): void {
      const endedParagraph = paragraph
      paragraph = outer.pop() ?? null
      if (!endedParagraph) return
      const { number, boxes, attachedBlocks } = endedParagraph
      const own = endedParagraph.text.take()
      const ownText = (paragraph ? own : dropCaps.join(own, endedParagraph.isDropCap)).trim()
      if (tables.depth() === 0) pageBreakCheck.paragraph(ownText)
      // In a table, a number alone may identify a row. Elsewhere, a number without text is dropped.
      const text = number && (ownText || tables.depth() > 0) ? `${number} ${ownText}`.trim() : ownText
      if (paragraph) {
        paragraph.boxes = joinWithNewline(joinWithNewline(paragraph.boxes, text), boxes)
        paragraph.attachedBlocks = paragraph.attachedBlocks.concat(attachedBlocks)
      } else {
        write(endedParagraph, text)
        write(emptyParagraph(endedParagraph.page), boxes)
        attach(endedParagraph.page, attachedBlocks)
      }
    },
  }
}

const emptyParagraph = (page: number): DocxParagraph => ({
  text: createScriptText(),
  level: 0,
  isListed: false,
  style: undefined,
  listPosition: {},
  isDeleted: false,
  number: '',
  boxes: '',
  attachedBlocks: [],
  isDropCap: false,
  page,
  fill: null,
})

/** Writes paragraphs and inserted content into the open table cell, or on their page. */
function createWriter(
  builder: DocumentBuilder,
  { pageBreakCheck, pages, tables }: { pageBreakCheck: PageBreakCheck; pages: DocxPageCounter; tables: TableBuilder },
) {
  return {
    write({ page, level, isListed }: Pick<DocxParagraph, 'page' | 'level' | 'isListed'>, text: string): void {
      if (!text || tables.write(text, page)) return
      pages.start(page)
      if (level) builder.heading(level, text)
      else if (isListed) builder.listItem(text)
      else builder.paragraph(text)
    },
    attach(page: number, blocks: readonly ExtractedBlock[]): void {
      if (blocks.length === 0) return
      if (tables.isInCell()) return void tables.write(textsOf(blocks).join('\n'), page)
      for (const text of textsOf(blocks)) pageBreakCheck.paragraph(text)
      pages.start(page)
      writeBlocks(blocks, builder)
    },
  }
}

/** Joins drop caps, which Word stores as separate paragraphs, to the paragraph that follows. */
function createDropCaps() {
  let letters = ''
  const take = () => {
    const takenLetters = letters
    letters = ''
    return takenLetters
  }
  return {
    take,
    /** Returns the text of a paragraph with the drop cap before it; empty for the drop cap itself. */
    join(text: string, isDropCap: boolean): string {
      if (!isDropCap) return text.trim() === '' ? text : take() + text
      letters += text
      return ''
    },
  }
}
