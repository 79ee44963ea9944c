import type { ExtractionResult, PictureResult } from '../port.ts'
import { richMessages } from './rich-messages.ts'
import { MAX_MESSAGE_CHARACTERS, type ChildMessage } from './protocol.ts'

/** Splits a result into short messages. */
export function* messagesOf(id: number, result: ExtractionResult): Generator<ChildMessage> {
  if (!result.ok) return yield { type: 'failed', id, failure: result.failure }
  const { pages, warnings, format, title, rich } = result.document
  for (const warning of warnings) yield { type: 'warning', id, warning }
  for (const { blocks, ...page } of pages) {
    yield { type: 'page', id, ...page }
    for (const block of blocks) {
      if (block.kind === 'table') {
        yield { type: 'block', id, block: { ...block, rows: [] } }
        for (const row of block.rows) yield* rowMessages(id, row)
      } else {
        yield { type: 'block', id, block: { ...block, text: block.text.slice(0, MAX_MESSAGE_CHARACTERS) } }
        yield* remainingText(id, block.text)
      }
    }
  }
  if (rich) yield* richMessages(id, rich)
  yield { type: 'read', id, format, title }
}

/** Splits an encoded picture into short messages. */
export function* pictureMessages(id: number, result: PictureResult): Generator<ChildMessage> {
  if (!result.ok) return yield { type: 'failed', id, failure: result.failure }
  const { bytes, ...picture } = result.picture
  const data = bytes.toString('base64')
  for (let at = 0; at < data.length; at += MAX_MESSAGE_CHARACTERS) yield { type: 'picture_data', id, data: data.slice(at, at + MAX_MESSAGE_CHARACTERS) }
  yield { type: 'picture', id, ...picture }
}

function* rowMessages(id: number, row: readonly string[]): Generator<ChildMessage> {
  let cells: string[] = []
  let size = 0
  let opens_row = true
  for (const cell of row) {
    if (cells.length > 0 && size + cell.length > MAX_MESSAGE_CHARACTERS) {
      yield { type: 'cells', id, opens_row, cells }
      opens_row = false
      cells = []
      size = 0
    }
    cells.push(cell.slice(0, MAX_MESSAGE_CHARACTERS))
    size += cell.length
    if (cell.length <= MAX_MESSAGE_CHARACTERS) continue
    yield { type: 'cells', id, opens_row, cells }
    yield* remainingText(id, cell)
    opens_row = false
    cells = []
    size = 0
  }
  if (cells.length > 0) yield { type: 'cells', id, opens_row, cells }
}

/** Messages for the part of a text that its first message could not hold. */
function* remainingText(id: number, text: string): Generator<ChildMessage> {
  for (let index = MAX_MESSAGE_CHARACTERS; index < text.length; index += MAX_MESSAGE_CHARACTERS)
    yield { type: 'text', id, text: text.slice(index, index + MAX_MESSAGE_CHARACTERS) }
}
