import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createTableBuilder, type TableBuilder } from '../../building/table-builder.ts'
import { createScriptText, type ScriptText } from '../../text/script-text.ts'
import type { Script } from '../../text/scripts.ts'

export type SeparateTextKind = 'header' | 'footer' | 'box'

/** Properties of a paragraph, at its end. `level`: heading level, 0 for other text. */
type ParagraphProperties = { level: number; inTable: boolean; isItem: boolean; isDropCap: boolean }

/**
 * A sequence of paragraphs: the body, or a separate text (header, footer, box). `number`: number or bullet of the item. `boxes`: texts to write after the
 * open paragraph. `lines`: paragraphs of a separate text. `dropCap`: letters that begin the next paragraph.
 */
type TextFlow = { kind: SeparateTextKind | 'body'; text: ScriptText; number: string; dropCap: string; tables: TableBuilder; boxes: string[]; lines: string[] }

const newFlow = (kind: TextFlow['kind']): TextFlow => ({
  kind,
  text: createScriptText(),
  number: '',
  dropCap: '',
  tables: createTableBuilder(),
  boxes: [],
  lines: [],
})

/** Takes the text of the open paragraph, with its number and the drop cap before it. Resets the number; keeps the drop cap while the paragraph is blank. */
function takeText(flow: TextFlow): string {
  const ownText = flow.text.take()
  const text = ownText.trim() && (flow.dropCap + ownText).trim()
  if (text) flow.dropCap = ''
  const number = isBullet(flow.number) ? '' : flow.number.trim()
  flow.number = ''
  return number && text ? `${number} ${text}` : text
}

/** Writes the paragraphs and tables of the body, and separate texts: boxes after their paragraph, headers and footers once each. */
export function createFlows(builder: DocumentBuilder) {
  const outerFlows: TextFlow[] = []
  const headers = new Set<string>()
  const footers = new Set<string>()
  let flow = newFlow('body')

  const endTable = () => {
    const table = flow.tables.depth() > 0 ? flow.tables.end() : null
    if (!table) return
    if (flow.kind === 'body') builder.table(table.rows)
    else flow.lines.push(...table.rows.map((row) => row.filter(Boolean).join(' | ')))
  }
  /** Opens the cell, and its row and table if needed: RTF only marks where a cell ends. */
  const openCell = () => {
    if (flow.tables.depth() === 0) flow.tables.begin()
    if (!flow.tables.isInRow()) flow.tables.beginRow()
    if (!flow.tables.isInCell()) flow.tables.beginCell()
  }
  const writeInCell = (texts: readonly string[]) => {
    for (const text of texts) if (text) flow.tables.write(text)
  }
  const writeRepeated = (texts: Iterable<string>) => {
    for (const text of texts) builder.paragraph(text, { boilerplate: true })
  }

  return {
    add: (text: string, script: Script) => flow.text.add(text, script),
    hasNumber: () => flow.number.trim() !== '',
    addNumber: (text: string) => void (flow.number += text),
    addBox: (text: string) => void flow.boxes.push(text),
    isBody: () => flow.kind === 'body',
    endParagraph({ level, inTable, isItem, isDropCap }: ParagraphProperties): void {
      if (isDropCap) return void (flow.dropCap += flow.text.take().trim())
      const isNumbered = flow.number.trim() !== ''
      const flowText = takeText(flow)
      const boxes = flow.boxes.splice(0)
      if (inTable) {
        if (flowText || boxes.length > 0) openCell()
        return writeInCell([flowText, ...boxes])
      }
      flow.tables.dropRow()
      if (!flowText && boxes.length === 0) return
      endTable()
      if (flow.kind !== 'body') return void flow.lines.push(...[flowText, ...boxes].filter(Boolean))
      if (level) builder.heading(level, flowText)
      else if (isItem || isNumbered) builder.listItem(flowText)
      else builder.paragraph(flowText)
      for (const box of boxes) builder.paragraph(box)
    },
    endCell(): void {
      openCell()
      writeInCell([takeText(flow), ...flow.boxes.splice(0)])
      flow.tables.endCell()
    },
    endRow: () => void flow.tables.endRow(),
    endTable,
    beginSeparateText(kind: SeparateTextKind): void {
      outerFlows.push(flow)
      flow = newFlow(kind)
    },
    /** Ends a separate text, whose last paragraph must have ended. */
    endSeparateText(): void {
      endTable()
      const { kind, lines } = flow
      flow = outerFlows.pop() ?? flow
      if (kind === 'box') flow.boxes.push(...lines)
      else if (kind === 'footer') for (const line of lines) footers.add(line)
      else {
        writeRepeated(new Set(lines.filter((line) => !headers.has(line))))
        for (const line of lines) headers.add(line)
      }
    },
    writeFooters: () => writeRepeated(footers),
  }
}

/** Whether a list number is only a bullet: no letter, digit or tick box, or the « o » that Word draws as a circle. */
const isBullet = (number: string): boolean => !/[\p{L}\p{N}☒☐]/u.test(number) || number.trim() === 'o'
