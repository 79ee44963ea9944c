import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { TableBuilder } from '../../building/table-builder.ts'
import { under } from '../../text/join-lines.ts'
import { createScriptedText, type Script, type ScriptedText } from '../../text/scripts.ts'
import type { Asked } from '../asked-pages.ts'
import type { Fill } from './docx-colours.ts'
import type { DocxNumbers } from './docx-numbers.ts'
import type { Pages } from './docx-pages.ts'
import type { DocxStyles, ListPlace } from './docx-styles.ts'

/** `place`: list that the paragraph itself names; `boxes`: text of the drawings anchored in the paragraph. */
export type Paragraph = {
  text: ScriptedText
  level: number
  listed: boolean
  style: string | undefined
  place: ListPlace
  isDeleted: boolean
  number: string
  boxes: string
  page: number
  fill: Fill | null
}
export type Paragraphs = ReturnType<typeof createParagraphs>

/** What the body rests on, read before it. */
export type Around = { styles: DocxStyles; numbers: DocxNumbers; notes: Map<string, string>; hasBackground: boolean }

/** Paragraphs, one inside the other where a drawing holds text. */
export function createParagraphs(
  builder: DocumentBuilder,
  { asked, pages, tables, around }: { asked: Asked; pages: Pages; tables: TableBuilder; around: Around },
) {
  const outer: (Paragraph | null)[] = []
  let paragraph: Paragraph | null = null
  const write = ({ page, level, listed }: Pick<Paragraph, 'page' | 'level' | 'listed'>, text: string): void => {
    if (!text || tables.write(text, page)) return
    pages.start(page)
    if (level) builder.heading(level, text)
    else if (listed) builder.listItem(text)
    else builder.paragraph(text)
  }
  return {
    current: () => paragraph,
    isInside: () => Boolean(outer.at(-1)),
    begin(): void {
      outer.push(paragraph)
      paragraph = {
        text: createScriptedText(),
        level: 0,
        listed: false,
        style: undefined,
        place: {},
        isDeleted: false,
        number: '',
        boxes: '',
        page: pages.current(),
        fill: null,
      }
    },
    /** Its text, if any is left, goes on in the next paragraph: it has no number of its own. */
    deleteMark(): void {
      if (paragraph) paragraph.isDeleted = true
    },
    /** Once its properties are known: those inside it count after it. */
    count(): void {
      if (!paragraph || paragraph.isDeleted) return
      const { style, place } = paragraph
      const ofStyle = around.styles.list(style)
      const list = place.list ?? ofStyle.list
      const linked = place.list === undefined ? around.numbers.levelOf(list, style) : undefined
      paragraph.number = around.numbers.next(list, place.level ?? linked ?? ofStyle.level ?? 0)
      paragraph.listed ||= paragraph.number !== ''
    },
    add(text: string, script: Script = null): void {
      paragraph?.text.add(text, script)
    },
    /** An empty paragraph is on the page that begins. */
    follow(): void {
      if (paragraph && paragraph.text.isEmpty() && !paragraph.boxes) paragraph.page = pages.current()
    },
    end(): void {
      const ended = paragraph
      paragraph = outer.pop() ?? null
      if (!ended) return
      const { number, boxes } = ended
      const said = ended.text.end().trim()
      if (tables.depth() === 0) asked.paragraph(said)
      // A row may be told by its number alone; a line that has nothing else says nothing.
      const text = number && (said || tables.depth() > 0) ? `${number} ${said}`.trim() : said
      if (paragraph) paragraph.boxes = under(under(paragraph.boxes, text), boxes)
      else {
        write(ended, text)
        write({ page: ended.page, level: 0, listed: false }, boxes)
      }
    },
  }
}
