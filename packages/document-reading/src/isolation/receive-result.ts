import { FAILURE_CODES } from '../failure.ts'
import { SMALLEST_BLOCK, type ExtractionLimits } from '../limits.ts'
import { FORMATS, WARNING_CODES, type ExtractedBlock, type ExtractedPage, type ExtractionResult, type ExtractionWarning, type RecognisedPage } from '../port.ts'
import { MAX_DOCUMENT_BYTES, PIECE_CHARACTERS, type ChildMessage } from './protocol.ts'

/** Thrown when a child breaks the protocol; it must then be killed. */
export class Nonsense extends Error {}

/** Minimum shape of a line of the child, checked before its content. */
export type AnyMessage = Pick<ChildMessage, 'id'> & { type: string } & Record<string, unknown>

/** Messages that are not part of the result. */
export type OtherMessage = Extract<ChildMessage, { type: 'progress' | 'slow_page' | 'recognised' }>

type ResultReceiver = {
  /** Adds a message. Returns the result once it is complete, null before. @throws {Nonsense} */
  take(message: AnyMessage, bytes: number): ExtractionResult | null
}

const SHORT_TEXT = 2_000
const LARGEST_PAGE = 2 ** 31 - 1

/**
 * Assembles the result of one document. A compromised child may send anything: every shape is checked, only expected fields are kept, and the total size
 * is limited to that of an honest child.
 * @param onOther called with the messages that are not part of the result
 */
export function createResultReceiver(limits: ExtractionLimits, onOther: (message: OtherMessage) => void): ResultReceiver {
  const text = createTextReceiver(limits)
  const warnings: ExtractionWarning[] = []
  let bytes = 0
  let slowPages = 0
  let recognised = 0

  return {
    take(message, size) {
      check((bytes += size) <= MAX_DOCUMENT_BYTES)
      switch (message.type) {
        case 'page':
        case 'block':
        case 'cells':
        case 'text':
          text[message.type](message)
          return null
        case 'warning':
          check(warnings.length < 4 * limits.pages + WARNING_CODES.length)
          warnings.push(warningOf(message['warning']))
          return null
        case 'read': {
          const { format, title } = message
          check(isOneOf(FORMATS, format) && (title === null || isText(title, SHORT_TEXT)))
          return { ok: true, document: { format, title, pages: text.pages(), warnings } }
        }
        case 'failed': {
          const { code, reason } = fieldsOf(message['failure'])
          check(isOneOf(FAILURE_CODES, code) && isText(reason, SHORT_TEXT))
          return { ok: false, failure: { code, reason } }
        }
        case 'slow_page':
          check(++slowPages <= limits.pages)
          break
        case 'recognised':
          check(++recognised <= limits.ocrPages)
          break
      }
      onOther(otherOf(message))
      return null
    },
  }
}

/** Assembles pages from the messages that carry text. Each method has the name of a message type and adds to the last page or block. */
function createTextReceiver(limits: ExtractionLimits) {
  const pages: ExtractedPage[] = []
  let last: ExtractedBlock | null = null
  let characters = 0
  /** Characters of the last block that its minimum cost already covers. */
  let paid = 0

  const count = (size: number) => {
    const due = Math.max(0, size - paid)
    paid -= size - due
    check((characters += due) <= limits.characters)
  }
  /** Checks that a table has a row: the builder writes no empty table. */
  const endBlock = () => check(last?.kind !== 'table' || last.rows.length > 0)

  return {
    page(message: AnyMessage) {
      endBlock()
      check(pages.length < limits.pages)
      pages.push(pageOf(message))
      last = null
    },
    block(message: AnyMessage) {
      const block = blockOf(message['block'])
      endBlock()
      check(pages.length > 0)
      paid = 0
      count(SMALLEST_BLOCK)
      paid = SMALLEST_BLOCK
      if (block.kind !== 'table') count(block.text.length)
      pages.at(-1)!.blocks.push((last = block))
    },
    cells({ opens_row, cells }: AnyMessage) {
      check(last?.kind === 'table' && typeof opens_row === 'boolean' && Array.isArray(cells) && cells.length > 0)
      if (opens_row) last.rows.push([])
      const row = last.rows.at(-1)
      check(row !== undefined && row.length + cells.length <= limits.columns)
      for (const cell of cells) {
        check(isText(cell, PIECE_CHARACTERS))
        // An empty cell counts too.
        count(cell.length + 1)
        row.push(cell)
      }
    },
    text({ text }: AnyMessage) {
      check(last !== null && isText(text, PIECE_CHARACTERS))
      count(text.length)
      if (last.kind !== 'table') last.text += text
      else {
        const row = last.rows.at(-1)
        check(row !== undefined)
        row.push(row.pop()! + text)
      }
    },
    pages() {
      endBlock()
      return pages
    },
  }
}

function check(isAgreed: boolean): asserts isAgreed {
  if (!isAgreed) throw new Nonsense()
}

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most
const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.includes(value as T)
const isPage = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0 && (value as number) <= LARGEST_PAGE
const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER

function fieldsOf(value: unknown): Record<string, unknown> {
  check(typeof value === 'object' && value !== null)
  return value as Record<string, unknown>
}

function pageOf({ page, label, ocr }: AnyMessage): ExtractedPage {
  check((page === null || isPage(page)) && (label === null || isText(label, SHORT_TEXT)) && typeof ocr === 'boolean')
  return { page, label, ocr, blocks: [] }
}

function blockOf(value: unknown): ExtractedBlock {
  const { kind, text, level, header, rows, boilerplate } = fieldsOf(value)
  check(boilerplate === undefined || boilerplate === true)
  const marked: { boilerplate?: true } = boilerplate === true ? { boilerplate } : {}
  if (kind === 'table') {
    check(typeof header === 'boolean' && Array.isArray(rows) && rows.length === 0)
    return { ...marked, kind, rows: [], header }
  }
  check(isText(text, PIECE_CHARACTERS) && text !== '')
  if (kind === 'heading') {
    check(isPage(level) && level <= 6)
    return { ...marked, kind, level, text }
  }
  check(kind === 'paragraph' || kind === 'list_item')
  return { ...marked, kind, text }
}

function warningOf(value: unknown): ExtractionWarning {
  const { code, message } = fieldsOf(value)
  check(isOneOf(WARNING_CODES, code) && isText(message, SHORT_TEXT))
  return { code, message }
}

function otherOf({ id, type, done, total, page, ms }: AnyMessage): OtherMessage {
  if (type === 'slow_page') return { type, id }
  if (type === 'progress') {
    check(isAmount(done) && isAmount(total))
    return { type, id, done: Math.min(done, total), total }
  }
  check(type === 'recognised' && isAmount(ms))
  return { type, id, page: recognisedOf(page), ms }
}

function recognisedOf(value: unknown): RecognisedPage {
  const { page, text, confidence } = fieldsOf(value)
  check(isPage(page) && isText(text, PIECE_CHARACTERS) && isAmount(confidence) && confidence <= 100)
  return { page, text, confidence }
}
