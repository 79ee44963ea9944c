import { FAILURE_CODES } from '../failure.ts'
import { MIN_BLOCK_CHARACTERS, type ExtractionLimits } from '../limits.ts'
import {
  DOCUMENT_FORMATS,
  type EncodedPicture,
  type PictureResult,
  WARNING_CODES,
  type ExtractedBlock,
  type ExtractedPage,
  type ExtractionFailure,
  type ExtractionResult,
  type ExtractionWarning,
  type RecognisedPage,
} from '../port.ts'
import { fieldsOf, isOneOf, isText, requireValid } from './checks.ts'
import { createRichReceiver } from './rich-receiver.ts'
import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_CHARACTERS, type ChildMessage } from './protocol.ts'

export { ProtocolError } from './checks.ts'

/** Minimum shape of a line of the child, checked before its content. */
export type AnyMessage = Pick<ChildMessage, 'id'> & { type: string } & Record<string, unknown>

/** Messages that are not part of the result. */
export type OtherMessage = Extract<ChildMessage, { type: 'progress' | 'slow_page' | 'recognised' }>

export type ResultReceiver<Result> = {
  /** Adds a message. Returns the result once it is complete, null before. @throws {ProtocolError} */
  receive(message: AnyMessage, bytes: number): Result | null
}

const MAX_SHORT_TEXT = 2_000
const MAX_PAGE_NUMBER = 2 ** 31 - 1

/**
 * Assembles the result of one document. A compromised child may send anything: every shape is checked, only expected fields are kept, and the total size
 * is limited to that of an honest child.
 * @param onOther called with the messages that are not part of the result
 */
export function createResultReceiver(limits: ExtractionLimits, onOther: (message: OtherMessage) => void): ResultReceiver<ExtractionResult> {
  const text = createTextReceiver(limits)
  const rich = createRichReceiver(limits)
  const warnings: ExtractionWarning[] = []
  let bytes = 0
  let slowPages = 0
  let recognisedCount = 0

  return {
    receive(message, size) {
      requireValid((bytes += size) <= MAX_DOCUMENT_BYTES)
      switch (message.type) {
        case 'page':
        case 'block':
        case 'cells':
        case 'text':
          text[message.type](message)
          return null
        case 'rich_block':
        case 'rich_cell':
        case 'rich_spans':
          rich[message.type](message)
          return null
        case 'warning':
          requireValid(warnings.length < 4 * limits.pages + WARNING_CODES.length)
          warnings.push(warningOf(message['warning']))
          return null
        case 'read': {
          const { format, title } = message
          requireValid(isOneOf(DOCUMENT_FORMATS, format) && (title === null || isText(title, MAX_SHORT_TEXT)))
          const blocks = rich.blocks()
          return { ok: true, document: { format, title, pages: text.pages(), warnings, ...(blocks.length > 0 ? { rich: blocks } : {}) } }
        }
        case 'failed': {
          return { ok: false, failure: failureIn(message) }
        }
        case 'slow_page':
          requireValid(++slowPages <= limits.pages)
          break
        case 'recognised':
          requireValid(++recognisedCount <= limits.ocrPages)
          break
      }
      onOther(otherOf(message))
      return null
    },
  }
}

/** Maximum size of an encoded picture, in base64 characters. */
const MAX_PICTURE_CHARACTERS = 12 * 2 ** 20
/** First bytes of each media type. */
const PICTURE_SIGNATURES: Record<EncodedPicture['media_type'], string> = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff' }

/** Assembles an encoded picture. Only base64 of limited size with the signature of its type is accepted. */
export function createPictureReceiver(): ResultReceiver<PictureResult> {
  const parts: string[] = []
  let characters = 0
  return {
    receive(message) {
      if (message.type === 'failed') return { ok: false, failure: failureIn(message) }
      const { type, data, media_type, width, height } = message
      if (type === 'picture_data') {
        requireValid(isText(data, MAX_MESSAGE_CHARACTERS) && (characters += data.length) <= MAX_PICTURE_CHARACTERS)
        parts.push(data)
        return null
      }
      requireValid(type === 'picture' && isPage(width) && isPage(height) && (media_type === 'image/png' || media_type === 'image/jpeg'))
      const bytes = Buffer.from(parts.join(''), 'base64')
      requireValid(bytes.toString('hex', 0, 8).startsWith(PICTURE_SIGNATURES[media_type]))
      return { ok: true, picture: { media_type, width, height, bytes } }
    },
  }
}

/** Assembles pages from the messages that carry text. Each method has the name of a message type and adds to the last page or block. */
function createTextReceiver(limits: ExtractionLimits) {
  const pages: ExtractedPage[] = []
  let last: ExtractedBlock | null = null
  let characters = 0
  /** Characters of the last block that its minimum cost already covers. */
  let coveredCharacters = 0

  const count = (size: number) => {
    const uncovered = Math.max(0, size - coveredCharacters)
    coveredCharacters -= size - uncovered
    requireValid((characters += uncovered) <= limits.characters)
  }
  /** Checks that a table has a row: the builder writes no empty table. */
  const endBlock = () => requireValid(last?.kind !== 'table' || last.rows.length > 0)

  return {
    page(message: AnyMessage) {
      endBlock()
      requireValid(pages.length < limits.pages)
      pages.push(pageOf(message))
      last = null
    },
    block(message: AnyMessage) {
      const block = blockOf(message['block'])
      endBlock()
      requireValid(pages.length > 0)
      coveredCharacters = 0
      count(MIN_BLOCK_CHARACTERS)
      coveredCharacters = MIN_BLOCK_CHARACTERS
      if (block.kind !== 'table') count(block.text.length)
      pages.at(-1)!.blocks.push((last = block))
    },
    cells({ opens_row, cells }: AnyMessage) {
      requireValid(last?.kind === 'table' && typeof opens_row === 'boolean' && Array.isArray(cells) && cells.length > 0)
      if (opens_row) last.rows.push([])
      const row = last.rows.at(-1)
      requireValid(row !== undefined && row.length + cells.length <= limits.columns)
      for (const cell of cells) {
        requireValid(isText(cell, MAX_MESSAGE_CHARACTERS))
        // An empty cell counts too.
        count(cell.length + 1)
        row.push(cell)
      }
    },
    text({ text }: AnyMessage) {
      requireValid(last !== null && isText(text, MAX_MESSAGE_CHARACTERS))
      count(text.length)
      if (last.kind !== 'table') last.text += text
      else {
        const row = last.rows.at(-1)
        requireValid(row !== undefined)
        row.push(row.pop()! + text)
      }
    },
    pages() {
      endBlock()
      return pages
    },
  }
}

const isPage = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_PAGE_NUMBER
const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER

function failureIn(message: AnyMessage): ExtractionFailure {
  const { code, reason } = fieldsOf(message['failure'])
  requireValid(isOneOf(FAILURE_CODES, code) && isText(reason, MAX_SHORT_TEXT))
  return { code, reason }
}

function pageOf({ page, label, ocr }: AnyMessage): ExtractedPage {
  requireValid((page === null || isPage(page)) && (label === null || isText(label, MAX_SHORT_TEXT)) && typeof ocr === 'boolean')
  return { page, label, ocr, blocks: [] }
}

function blockOf(value: unknown): ExtractedBlock {
  const { kind, text, level, header, rows, boilerplate } = fieldsOf(value)
  requireValid(boilerplate === undefined || boilerplate === true)
  const boilerplateMark: { boilerplate?: true } = boilerplate === true ? { boilerplate } : {}
  if (kind === 'table') {
    requireValid(typeof header === 'boolean' && Array.isArray(rows) && rows.length === 0)
    return { ...boilerplateMark, kind, rows: [], header }
  }
  requireValid(isText(text, MAX_MESSAGE_CHARACTERS) && text !== '')
  if (kind === 'heading') {
    requireValid(isPage(level) && level <= 6)
    return { ...boilerplateMark, kind, level, text }
  }
  requireValid(kind === 'paragraph' || kind === 'list_item')
  return { ...boilerplateMark, kind, text }
}

function warningOf(value: unknown): ExtractionWarning {
  const { code, message } = fieldsOf(value)
  requireValid(isOneOf(WARNING_CODES, code) && isText(message, MAX_SHORT_TEXT))
  return { code, message }
}

function otherOf({ id, type, done, total, page, ms }: AnyMessage): OtherMessage {
  if (type === 'slow_page') return { type, id }
  if (type === 'progress') {
    requireValid(isAmount(done) && isAmount(total))
    return { type, id, done: Math.min(done, total), total }
  }
  requireValid(type === 'recognised' && isAmount(ms))
  return { type, id, page: recognisedOf(page), ms }
}

function recognisedOf(value: unknown): RecognisedPage {
  const { page, text, confidence } = fieldsOf(value)
  requireValid(isPage(page) && isText(text, MAX_MESSAGE_CHARACTERS) && isAmount(confidence) && confidence <= 100)
  return { page, text, confidence }
}
