import { fieldsOf, isOneOf, isText, requireValid } from './checks.ts'
import { MAX_MESSAGE_CHARACTERS } from './protocol.ts'
import { MIN_BLOCK_CHARACTERS, type ExtractionLimits } from '../limits.ts'
import { RICH_ALIGNS, RICH_MARKERS, RICH_MARKS, RICH_STYLES, type RichBlock, type RichSpan, type RichTextSpan } from '../port.ts'
import { safeLink } from '../rich/act-styles.ts'

type Fields = Record<string, unknown>

const isInteger = (value: unknown, min: number, max: number): value is number => Number.isInteger(value) && (value as number) >= min && (value as number) <= max

/** Assembles rich blocks. Each method has the name of a message type and adds to the last block. @throws {ProtocolError} for any other shape */
export function createRichReceiver(limits: ExtractionLimits) {
  const blocks: RichBlock[] = []
  /** Spans that the next message adds to: those of the last block or cell. */
  let target: RichSpan[] | null = null
  let characters = 0
  let isHeader = false
  const count = (size: number) => requireValid((characters += size) <= 2 * limits.characters)
  /** Checks that the rows of the last table are complete. */
  const endTable = (block = blocks.at(-1)) => {
    if (block?.kind === 'table') requireValid([block.header, ...block.rows].every((row) => row.length === block.aligns.length))
  }
  return {
    rich_block(message: Fields): void {
      endTable()
      count(MIN_BLOCK_CHARACTERS)
      const block = blockOf(message['block'])
      blocks.push(block)
      target = 'text' in block && typeof block.text !== 'string' ? block.text : null
      isHeader = block.kind === 'table'
    },
    rich_cell({ opens_row }: Fields): void {
      const table = blocks.at(-1)
      requireValid(table?.kind === 'table' && typeof opens_row === 'boolean')
      count(1)
      if (opens_row && table.header.length > 0) isHeader = false
      if (opens_row && !isHeader) table.rows.push([])
      const row = isHeader ? table.header : table.rows.at(-1)
      requireValid(row !== undefined && row.length < table.aligns.length)
      row.push((target = []))
    },
    rich_spans({ spans, in_note, opens_note }: Fields): void {
      const block = blocks.at(-1)
      requireValid(Array.isArray(spans) && typeof in_note === 'boolean' && typeof opens_note === 'boolean')
      const read = spans.map(spanOf)
      count(read.reduce((sum, { text, link }) => sum + text.length + (link?.length ?? 0) + 1, 0))
      if (block?.kind === 'code') {
        requireValid(!in_note && !opens_note)
        block.text += read.map(({ text }) => text).join('')
        return
      }
      requireValid(target !== null)
      if (opens_note) target.push({ note: [] })
      if (!in_note) return void target.push(...read)
      const note = target.at(-1)
      requireValid(note !== undefined && 'note' in note)
      note.note.push(...read)
    },
    blocks(): RichBlock[] {
      endTable()
      return blocks
    },
  }
}

function blockOf(value: unknown): RichBlock {
  const { kind, level, style, marker, start, aligns } = fieldsOf(value)
  switch (kind) {
    case 'heading':
      requireValid(isInteger(level, 1, 6))
      return { kind, level, text: [] }
    case 'paragraph':
      requireValid(isOneOf(RICH_STYLES, style))
      return { kind, style, text: [] }
    case 'quote':
      return { kind, text: [] }
    case 'item':
      requireValid(isInteger(level, 0, 8) && isOneOf(RICH_MARKERS, marker) && (start === undefined || isInteger(start, 0, 2 ** 31 - 1)))
      return { kind, level, marker, ...(start === undefined ? {} : { start }), text: [] }
    case 'code':
      return { kind, text: '' }
    case 'table':
      requireValid(Array.isArray(aligns) && aligns.length > 0 && aligns.length <= 16_384 && aligns.every((align) => isOneOf(RICH_ALIGNS, align)))
      return { kind, aligns, header: [], rows: [] }
    default:
      requireValid(kind === 'rule')
      return { kind }
  }
}

function spanOf(value: unknown): RichTextSpan {
  const { text, marks, link } = fieldsOf(value)
  requireValid(isText(text, MAX_MESSAGE_CHARACTERS) && text !== '')
  requireValid(marks === undefined || (Array.isArray(marks) && marks.length <= RICH_MARKS.length && marks.every((mark) => isOneOf(RICH_MARKS, mark))))
  requireValid(link === undefined || (typeof link === 'string' && safeLink(link) === link))
  return { text, ...(marks === undefined ? {} : { marks }), ...(link === undefined ? {} : { link }) }
}
