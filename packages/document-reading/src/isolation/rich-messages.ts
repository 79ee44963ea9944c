import { MAX_MESSAGE_CHARACTERS, type ChildMessage } from './protocol.ts'
import type { RichBlock, RichSpan, RichTextSpan } from '../port.ts'

/** Number of spans in one message. */
const maxSpans = 500

/** Splits rich blocks into short messages: a block without its texts, then its spans; cells one by one. */
export function* richMessages(id: number, blocks: readonly RichBlock[]): Generator<ChildMessage> {
  for (const block of blocks) {
    if (block.kind === 'rule') yield { type: 'rich_block', id, block }
    else if (block.kind === 'table') {
      yield { type: 'rich_block', id, block: { ...block, header: [], rows: [] } }
      for (const row of [block.header, ...block.rows])
        for (const [at, cell] of row.entries()) {
          yield { type: 'rich_cell', id, opens_row: at === 0 }
          yield* spanMessages(id, cell)
        }
    } else if (block.kind === 'code') {
      yield { type: 'rich_block', id, block: { ...block, text: '' } }
      yield* spanMessages(id, [{ text: block.text }])
    } else {
      yield { type: 'rich_block', id, block: { ...block, text: [] } }
      yield* spanMessages(id, block.text)
    }
  }
}

function* spanMessages(id: number, spans: readonly RichSpan[]): Generator<ChildMessage> {
  let batch: RichTextSpan[] = []
  for (const span of spans) {
    if ('text' in span) {
      batch.push(span)
      continue
    }
    yield* textMessages(id, batch, false)
    batch = []
    yield { type: 'rich_spans', id, spans: [], in_note: true, opens_note: true }
    yield* textMessages(id, span.note, true)
  }
  yield* textMessages(id, batch, false)
}

/** Splits spans by number and length; parts of a long one have its marks. */
function* textMessages(id: number, spans: readonly RichTextSpan[], in_note: boolean): Generator<ChildMessage> {
  let batch: RichTextSpan[] = []
  let size = 0
  const message = (): ChildMessage => ({ type: 'rich_spans', id, spans: batch, in_note, opens_note: false })
  for (const span of spans) {
    for (let at = 0; at < span.text.length; at += MAX_MESSAGE_CHARACTERS / 2) {
      const part = { ...span, text: span.text.slice(at, at + MAX_MESSAGE_CHARACTERS / 2) }
      const length = part.text.length + (part.link?.length ?? 0)
      if (batch.length === maxSpans || (batch.length > 0 && size + length > MAX_MESSAGE_CHARACTERS)) {
        yield message()
        batch = []
        size = 0
      }
      batch.push(part)
      size += length
    }
  }
  if (batch.length > 0) yield message()
}
