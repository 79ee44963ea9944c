import type { DocumentBuilder } from '../../building/document-builder.ts'
import { writeBlocks } from '../../building/recorder.ts'
import { createTableBuilder } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { convertSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { toLetters, toRoman } from '../list-numbers.ts'
import { createDrawingText } from '../ooxml/drawing-text.ts'
import type { Embedded, OfficeFile } from '../ooxml/embedded.ts'

/**
 * Options of a slide handler. `role`: for 'layout' (a layout or a master), only the texts shown on every slide are read. `area`: area of a slide, in
 * square EMU. `writeRepeated`: writes once a text that is on many slides.
 */
type SlideOptions = { role: 'slide' | 'notes' | 'layout'; area: number; writeRepeated(text: string): void; embedded: Embedded }

/** Minimum share of the slide covered by a picture that may hold important text. Logos are smaller. */
const LARGE_PICTURE = 0.1

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Reads the shapes of a slide, a layout or notes: title, lines with their numbers, tables, charts and diagrams. */
export function createSlideHandler({ builder, unread }: OfficeFile, { role, area, writeRepeated, embedded }: SlideOptions) {
  let skipDepth = 0
  let isHidden = false
  let showsLayout = true
  let isTitle = false
  /** Type of the placeholder that the shape fills. */
  let placeholder: string | null = null
  let isShapeHidden = false
  let inPicture = false
  const tables = createSlideTables(builder)
  const numbers = createAutoNumbers()

  const onParagraph = (text: string) => {
    if (isShapeHidden) return builder.hiddenText()
    const isFooterPlaceholder = /^(sldNum|dt|ftr|hdr)$/.test(placeholder ?? '')
    if (role === 'layout') return void (placeholder === null && writeRepeated(text))
    if (isFooterPlaceholder) return void (role === 'slide' && placeholder !== 'sldNum' && writeRepeated(text))
    if (tables.write(text)) return
    const number = numbers.next()
    if (role === 'notes') builder.paragraph(`Note de l’orateur : ${number}${text}`)
    else if (isTitle) builder.heading(2, text)
    else builder.listItem(number + text)
  }
  const text = createDrawingText(onParagraph, () => unread.add('formula'), builder.struckText)
  const resetShape = () => {
    isTitle = isShapeHidden = false
    placeholder = null
    numbers.reset()
  }
  const onOpen = (name: string, a: XmlAttributes) => {
    switch (name) {
      case 'p:sld':
      case 'p:sldLayout':
        isHidden = a['show'] !== undefined && !isOn(a['show'])
        showsLayout = a['showMasterSp'] === undefined || isOn(a['showMasterSp'])
        break
      case 'p:pic':
        inPicture = true
        break
      case 'a:ext':
        if (inPicture && role === 'slide' && Number(a['cx']) * Number(a['cy']) >= LARGE_PICTURE * area) unread.add('image')
        break
      case 'p:cNvPr':
        isShapeHidden = isOn(a['hidden'])
        break
      case 'p:ph':
        placeholder = a['type'] ?? 'obj'
        isTitle = /title/i.test(placeholder) && !/subtitle/i.test(placeholder)
        break
    }
  }
  return {
    isHidden: () => isHidden,
    /** Whether the shapes of the layout or master above are displayed too. */
    showsLayout: () => showsLayout,
    open(name: string, a: XmlAttributes) {
      if (skipDepth || name === 'mc:Fallback') return void skipDepth++
      if (SHAPES.has(name)) resetShape()
      onOpen(name, a)
      tables.open(name)
      numbers.open(name, a)
      const blocks = embedded.open(name, a)
      if (blocks && !isShapeHidden && role !== 'layout') writeBlocks(blocks, builder)
      text.open(name, a)
    },
    close(name: string) {
      if (skipDepth) return void skipDepth--
      text.close(name)
      if (name === 'p:pic') inPicture = false
      tables.close(name)
      // A table that follows is not in the shape.
      if (SHAPES.has(name)) resetShape()
    },
    text(content: string) {
      if (!skipDepth) text.text(content)
    },
  }
}

/** Reads the tables of a slide (`a:tbl`). */
function createSlideTables(builder: DocumentBuilder) {
  const tables = createTableBuilder()
  return {
    write: (text: string): boolean => tables.write(text),
    open(name: string): void {
      if (name === 'a:tbl') tables.begin()
      else if (name === 'a:tr') tables.beginRow()
      else if (name === 'a:tc') tables.beginCell()
    },
    close(name: string): void {
      if (name === 'a:tc') tables.endCell()
      else if (name === 'a:tr') tables.endRow()
      else if (name === 'a:tbl') {
        const table = tables.end()
        if (table) builder.table(table.rows)
      }
    },
  }
}

/** Elements that may be placeholders; the placeholder ends with the element. */
const SHAPES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp'])

type AutoNumbering = { type: string; start: number }

/** Computes the numbers that PowerPoint draws before lines (`a:buAutoNum`). */
function createAutoNumbers() {
  let level = 0
  let numbering: AutoNumbering | null = null
  /** Tick box drawn by the bullet. */
  let boxText = ''
  let font: string | undefined
  let counts: { type: string; count: number }[] = []
  return {
    reset: () => void (counts = []),
    open(name: string, a: XmlAttributes): void {
      if (name === 'a:p') {
        level = 0
        numbering = null
        boxText = ''
        font = undefined
      } else if (name === 'a:pPr') level = Math.min(Number(a['lvl']) || 0, 8)
      else if (name === 'a:buFont') font = a['typeface']
      else if (name === 'a:buChar') boxText = boxOf(convertSymbols(a['char'] ?? '', font))
      else if (name === 'a:buAutoNum') numbering = { type: a['type'] ?? 'arabicPeriod', start: Number(a['startAt']) || 1 }
    },
    /** Returns the number of the paragraph that ends, or the tick box of its bullet, followed by a space. Empty for another paragraph. */
    next(): string {
      counts.length = Math.min(counts.length, level + 1)
      if (!numbering) {
        delete counts[level]
        return boxText && `${boxText} `
      }
      const before = counts[level]
      const count = before?.type === numbering.type ? before.count + 1 : numbering.start
      counts[level] = { type: numbering.type, count }
      return `${formatAutoNumber(count, numbering.type)} `
    },
  }
}

const boxOf = (bullet: string): string => (bullet === TICKED || bullet === UNTICKED ? bullet : '')

/** Formats a number: « 1. », « (a) », « IV) ». Source of the type names: ISO/IEC 29500-1, 20.1.10.61. */
function formatAutoNumber(count: number, type: string): string {
  const numberText = type.startsWith('alpha') ? toLetters(count) : type.startsWith('roman') ? toRoman(count) : String(count)
  const cased = /^(alpha|roman)Uc/.test(type) ? numberText.toUpperCase() : numberText
  if (type.endsWith('ParenBoth')) return `(${cased})`
  return cased + (type.endsWith('ParenR') ? ')' : type.endsWith('Period') ? '.' : '')
}
