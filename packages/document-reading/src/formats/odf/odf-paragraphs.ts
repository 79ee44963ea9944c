import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { TableBuilder } from '../../building/table-builder.ts'
import { under } from '../../text/join-lines.ts'
import type { Pages } from './odf-pages.ts'

/** `number`: what is shown before it; `endsPage`: what follows it stands on a new page. */
type Start = { kind: 'text:p' | 'text:h'; level: number; number: string; endsPage: boolean }
/** `depth`, `frames`: how many tables and frames stood around where it began; `page`: where it began; `boxes`: the text of the frames that hang on it; `isBlank`, `isSpaced`: whether its text holds no word, or is not followed by one that would stick to it. */
type Paragraph = Start & { text: string; isBlank: boolean; isSpaced: boolean; depth: number; frames: number; page: number | undefined; boxes: string }

/** What the text is like is kept: to look at one that grows is to write it again. */
function append(paragraph: Paragraph, text: string): void {
  if (!text) return
  paragraph.text += text
  paragraph.isBlank &&= !text.trim()
  paragraph.isSpaced = !text.at(-1)!.trim()
}

export type Paragraphs = ReturnType<typeof createParagraphs>

/** Paragraphs, one inside the other where a note or a frame stands in one. */
export function createParagraphs(builder: DocumentBuilder, pages: Pages, tables: TableBuilder) {
  const open: Paragraph[] = []
  let lists = 0
  let notes = 0
  let frames = 0
  /** The one being read, unless a table has begun inside it. */
  const current = (): Paragraph | undefined => {
    const last = open.at(-1)
    return last?.depth === tables.depth() ? last : undefined
  }
  const write = ({ kind, level, page }: Pick<Paragraph, 'kind' | 'level' | 'page'>, text: string): void => {
    if (!text || tables.write(text, page)) return
    pages.start(page)
    if (kind === 'text:h') builder.heading(level || 1, text)
    else if (notes) builder.paragraph(`Note de l’orateur : ${text}`)
    else if (lists) builder.listItem(text)
    else builder.paragraph(text)
  }
  return {
    list: (step: 1 | -1) => void (lists += step),
    note: (step: 1 | -1) => void (notes += step),
    frame: (step: 1 | -1) => void (frames += step),
    /** Whether a paragraph, or a frame that hangs on a page, is around. */
    isInside: () => open.length > 0 || frames > 0,
    begin: (start: Start) =>
      void open.push({ ...start, text: '', isBlank: true, isSpaced: true, depth: tables.depth(), frames, page: pages.current(), boxes: '' }),
    add(text: string): void {
      const paragraph = current()
      if (paragraph) append(paragraph, text)
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
      const said = ended.text.trim()
      // A row may be told by its number alone; a line that has nothing else says nothing.
      const text = said || tables.depth() > 0 ? `${ended.number} ${said}`.trim() : ''
      const enclosing = current()
      if (!enclosing) {
        if (ended.endsPage && tables.depth() === 0 && frames === 0) pages.end()
        write(ended, text)
        write({ kind: 'text:p', level: 0, page: ended.page }, ended.boxes)
        // In the middle of a word a frame would cut it.
      } else if (ended.frames > enclosing.frames) enclosing.boxes = under(under(enclosing.boxes, text), ended.boxes)
      else if (text) append(enclosing, enclosing.isSpaced ? text : ` ${text}`)
    },
  }
}
