import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { TableBuilder } from '../../building/table-builder.ts'
import { textsOf, writeBlocks } from '../../building/recorder.ts'
import type { Unread } from '../../building/unread.ts'
import type { ExtractedBlock } from '../../port.ts'
import { under } from '../../text/join-lines.ts'
import { createScriptText, type ScriptText } from '../../text/script-text.ts'
import type { Script } from '../../text/scripts.ts'
import type { Asked } from '../asked-pages.ts'
import type { Embedded } from '../ooxml/embedded.ts'
import type { Fill } from './docx-colours.ts'
import type { DocxNumbers } from './docx-numbers.ts'
import type { Pages } from './docx-pages.ts'
import type { DocxStyles, ListPlace } from './docx-styles.ts'

/** `place`: list that the paragraph itself names; `boxes`, `attached`: text boxes and other content anchored in the paragraph. */
export type Paragraph = {
  text: ScriptText
  level: number
  listed: boolean
  style: string | undefined
  place: ListPlace
  isDeleted: boolean
  number: string
  boxes: string
  attached: ExtractedBlock[]
  isDropCap: boolean
  page: number
  fill: Fill | null
}
export type Paragraphs = ReturnType<typeof createParagraphs>

/** What the body rests on, read before it. */
export type Around = {
  styles: DocxStyles
  numbers: DocxNumbers
  notes: Map<string, string>
  hasBackground: boolean
  embedded: Embedded
  unread: Unread
  /** A header or a footer is read. */
  isHead: boolean
}

/** Paragraphs, one inside the other where a drawing holds text. */
export function createParagraphs(
  builder: DocumentBuilder,
  { asked, pages, tables, around }: { asked: Asked; pages: Pages; tables: TableBuilder; around: Around },
) {
  const outer: (Paragraph | null)[] = []
  let paragraph: Paragraph | null = null
  const { write, attach } = createWriter(builder, { asked, pages, tables })
  const dropCaps = createDropCaps()
  return {
    current: () => paragraph,
    isInside: () => Boolean(outer.at(-1)),
    begin(): void {
      outer.push(paragraph)
      paragraph = emptyParagraph(pages.current())
    },
    /** Marks a paragraph that continues in the next one: it has no number of its own. */
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
    /** Adds the text of a drawing that is anchored in the paragraph. */
    addBox(text: string): void {
      if (paragraph) paragraph.boxes = under(paragraph.boxes, text.trim())
    },
    /** Inserts content of another part: after the paragraph that anchors it, or here. */
    insert(blocks: readonly ExtractedBlock[]): void {
      if (paragraph) paragraph.attached = paragraph.attached.concat(blocks)
      else attach(pages.current(), blocks)
    },
    /** Writes a drop cap that no paragraph follows. */
    flush(): void {
      write(emptyParagraph(pages.current()), dropCaps.take().trim())
    },
    /** An empty paragraph is on the page that begins. */
    follow(): void {
      if (paragraph && paragraph.text.isBlank() && !paragraph.boxes) paragraph.page = pages.current()
    },
    end(): void {
      const ended = paragraph
      paragraph = outer.pop() ?? null
      if (!ended) return
      const { number, boxes, attached } = ended
      const own = ended.text.take()
      const said = (paragraph ? own : dropCaps.join(own, ended.isDropCap)).trim()
      if (tables.depth() === 0) asked.paragraph(said)
      // A row may be told by its number alone; a line that has nothing else says nothing.
      const text = number && (said || tables.depth() > 0) ? `${number} ${said}`.trim() : said
      if (paragraph) {
        paragraph.boxes = under(under(paragraph.boxes, text), boxes)
        paragraph.attached = paragraph.attached.concat(attached)
      } else {
        write(ended, text)
        write(emptyParagraph(ended.page), boxes)
        attach(ended.page, attached)
      }
    },
  }
}

const emptyParagraph = (page: number): Paragraph => ({
  text: createScriptText(),
  level: 0,
  listed: false,
  style: undefined,
  place: {},
  isDeleted: false,
  number: '',
  boxes: '',
  attached: [],
  isDropCap: false,
  page,
  fill: null,
})

/** Writes paragraphs, and content of other parts, in the cell that is open or on their page. */
function createWriter(builder: DocumentBuilder, { asked, pages, tables }: { asked: Asked; pages: Pages; tables: TableBuilder }) {
  return {
    write({ page, level, listed }: Pick<Paragraph, 'page' | 'level' | 'listed'>, text: string): void {
      if (!text || tables.write(text, page)) return
      pages.start(page)
      if (level) builder.heading(level, text)
      else if (listed) builder.listItem(text)
      else builder.paragraph(text)
    },
    attach(page: number, blocks: readonly ExtractedBlock[]): void {
      if (blocks.length === 0) return
      if (tables.isInCell()) return void tables.write(textsOf(blocks).join('\n'), page)
      for (const text of textsOf(blocks)) asked.paragraph(text)
      pages.start(page)
      writeBlocks(blocks, builder)
    },
  }
}

/** Puts a drop cap, which Word stores as a paragraph of its own, before the paragraph that it begins. */
function createDropCaps() {
  let letters = ''
  const take = () => {
    const taken = letters
    letters = ''
    return taken
  }
  return {
    take,
    /** The text of a paragraph with the drop cap before it; empty for the drop cap itself. */
    join(text: string, isDropCap: boolean): string {
      if (!isDropCap) return text.trim() === '' ? text : take() + text
      letters += text
      return ''
    },
  }
}
