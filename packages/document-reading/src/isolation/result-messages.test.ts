import { describe, expect, test } from 'vitest'
import { createDocumentBuilder, TextLimitReached } from '../building/document-builder.ts'
import { DEFAULT_LIMITS, MIN_BLOCK_CHARACTERS } from '../limits.ts'
import type { ExtractedBlock, ExtractedDocument, ExtractedPage, ExtractionResult } from '../port.ts'
import { MAX_LINE_BYTES, MAX_MESSAGE_CHARACTERS } from './protocol.ts'
import { createPictureReceiver, createResultReceiver, ProtocolError, type AnyMessage } from './receive-result.ts'
import { messagesOf, pictureMessages } from './send-result.ts'

const limits = { ...DEFAULT_LIMITS, pages: 3, characters: 1_000_000, ocrPages: 2 }

/** Returns the lines sent for a result, one message each. */
const linesOf = (result: ExtractionResult) => [...messagesOf(1, result)].map((message) => JSON.stringify(message))

function receive(lines: readonly string[]): (ExtractionResult | null)[] {
  const receiver = createResultReceiver(limits, () => {})
  return lines.map((line) => receiver.receive(JSON.parse(line) as AnyMessage, line.length))
}

describe('a result crosses in short lines, and arrives as it was', () => {
  const long = 'Délibération 😀'.repeat(17_000)
  const empty: ExtractedPage = { page: null, label: null, ocr: false, blocks: [] }
  const row = ['a', long, '', 'b']
  const blocks: ExtractedBlock[] = [
    { kind: 'heading', level: 2, text: 'Titre' },
    { kind: 'paragraph', text: long, boilerplate: true },
    { kind: 'table', header: true, rows: [row, ['', 'c']] },
    { kind: 'list_item', text: 'point' },
  ]
  const whole: ExtractedDocument = {
    format: 'docx',
    title: null,
    warnings: [{ code: 'hidden_content', message: 'Contenu masqué.' }],
    pages: [empty, { page: 4, label: 'Feuille', ocr: true, blocks }],
  }
  const pages: ExtractedPage[] = [{ ...empty, page: 1, blocks: [{ kind: 'paragraph', text: '\u0001'.repeat(250_000) }] }]
  const escaped: ExtractedDocument = { format: 'txt', title: 'T', warnings: [], pages }
  test.each<[string, ExtractionResult]>([
    ['a failure', { ok: false, failure: { code: 'extraction.damaged', reason: 'fichier abîmé à la page 3' } }],
    ['a document of every kind of block', { ok: true, document: whole }],
    ['a text whose every character is escaped', { ok: true, document: escaped }],
  ])('%s', (_name, result) => {
    const lines = linesOf(result)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(MAX_LINE_BYTES)
    expect(receive(lines).filter((answer) => answer !== null)).toEqual([result])
  })
})

test('a document of the smallest blocks that the limit allows arrives whole', () => {
  const builder = createDocumentBuilder(limits)
  builder.paragraph('x'.repeat(limits.characters * 0.9))
  const write = () => {
    for (;;) {
      builder.paragraph('x')
      builder.table([['x', 'y'], ['z']])
      builder.table([['x'.repeat(MIN_BLOCK_CHARACTERS)]])
    }
  }
  expect(write).toThrow(TextLimitReached)
  const result: ExtractionResult = { ok: true, document: builder.finish('txt') }
  expect(receive(linesOf(result)).at(-1)).toEqual(result)
})

describe('a captured child is not listened to when it sends', () => {
  const page = { type: 'page', id: 1, page: 1, label: null, ocr: false }
  const block = (rest: object) => ({ type: 'block', id: 1, block: rest })
  const table = block({ kind: 'table', header: false, rows: [] })
  const paragraph = block({ kind: 'paragraph', text: 'x' })
  const cells = (...texts: unknown[]) => ({ type: 'cells', id: 1, opens_row: true, cells: texts })
  const many = <T>(count: number, message: T): T[] => Array.from({ length: count }, () => message)
  test.each<[string, object[]]>([
    ['what is no message', [{ type: 'cmd', id: 1 }]],
    ['a block before any page', [paragraph]],
    ['a block of another kind', [page, block({ kind: 'script', text: 'x' })]],
    ['a block without text', [page, block({ kind: 'paragraph', text: '' })]],
    ['a text that is an array', [page, block({ kind: 'paragraph', text: [] })]],
    ['a heading of no level', [page, block({ kind: 'heading', level: 'x', text: 'x' })]],
    ['a table with its rows', [page, block({ kind: 'table', header: false, rows: [[]] })]],
    ['tables without rows', [page, table, table]],
    ['a row of nothing', [page, table, cells()]],
    ['a cell that is no text', [page, table, cells({})]],
    ['cells outside a table', [page, paragraph, cells('x')]],
    ['too many cells', [page, table, ...many(300, { ...cells('x'), opens_row: false })]],
    ['a long piece', [page, block({ kind: 'paragraph', text: 'x'.repeat(MAX_MESSAGE_CHARACTERS + 1) })]],
    ['a text without end', [page, paragraph, ...many(11, { type: 'text', id: 1, text: 'x'.repeat(MAX_MESSAGE_CHARACTERS) })]],
    ['paragraphs of one letter without end', [page, ...many(limits.characters / MIN_BLOCK_CHARACTERS + 1, paragraph)]],
    ['tables of one letter without end', [page, ...many(limits.characters / MIN_BLOCK_CHARACTERS + 1, [table, cells('x')]).flat()]],
    ['empty cells without end', [page, table, ...many(5_000, cells(...many(250, '')))]],
    ['pages without end', many(4, page)],
    ['a page of no number', [{ ...page, page: -1 }]],
    ['warnings of another kind', [{ type: 'warning', id: 1, warning: { code: 'x', message: 'x' } }]],
    ['warnings without end', many(40, { type: 'warning', id: 1, warning: { code: 'page_unread', message: 'x' } })],
    ['a format of its own', [{ type: 'read', id: 1, format: 'exe', title: null }]],
    ['a failure of its own', [{ type: 'failed', id: 1, failure: { code: 'x', reason: 'x' } }]],
    ['a failure without a reason', [{ type: 'failed', id: 1, failure: null }]],
    ['a progress of nothing', [{ type: 'progress', id: 1, done: null, total: 'x' }]],
    ['slow pages without end', many(4, { type: 'slow_page', id: 1 })],
    ['a page recognised as nothing', [{ type: 'recognised', id: 1, ms: 1, page: { page: 1.5, text: 'x', confidence: 50 } }]],
    ['recognised pages without end', many(3, { type: 'recognised', id: 1, ms: 1, page: { page: 1, text: 'x', confidence: 50 } })],
  ])('%s', (_name, messages) => expect(() => receive(messages.map((message) => JSON.stringify(message)))).toThrow(ProtocolError))

  test('more bytes than any document takes', () => {
    const receiver = createResultReceiver(limits, () => {})
    const progress = { type: 'progress', id: 1, done: 1, total: 2 }
    receiver.receive(progress, 400 * 2 ** 20)
    expect(() => receiver.receive(progress, 400 * 2 ** 20)).toThrow(ProtocolError)
  })

  test('and nothing that was not asked for is kept', () => {
    const end = { type: 'read', id: 1, format: 'txt', title: null, pages: [1] }
    const [, , answer] = receive([page, block({ kind: 'paragraph', text: 'x', extra: 1, rows: [] }), end].map((message) => JSON.stringify(message)))
    const pages = [{ page: 1, label: null, ocr: false, blocks: [{ kind: 'paragraph', text: 'x' }] }]
    expect(answer).toEqual({ ok: true, document: { format: 'txt', title: null, warnings: [], pages } })
  })
})

describe('an encoded picture', () => {
  const bytes = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(200_000, 7)])
  const picture = { media_type: 'image/jpeg', width: 20, height: 10, bytes } as const
  const receivePicture = (messages: readonly object[]) => {
    const receiver = createPictureReceiver()
    return messages.map((message) => receiver.receive(message as AnyMessage, 0)).at(-1)
  }

  test('crosses in short lines, and arrives as it was', () => {
    expect(receivePicture([...pictureMessages(1, { ok: true, picture })])).toEqual({ ok: true, picture })
    const failed = { ok: false, failure: { code: 'extraction.damaged', reason: 'fichier abîmé ou incomplet' } } as const
    expect(receivePicture([...pictureMessages(1, failed)])).toEqual(failed)
  })

  const end = { type: 'picture', id: 1, media_type: 'image/jpeg', width: 20, height: 10 }
  const data = (text: unknown) => ({ type: 'picture_data', id: 1, data: text })
  test.each<[string, object[]]>([
    ['without its signature', [data(Buffer.from('<svg onload=x>').toString('base64')), end]],
    ['of another type', [data('/9j/'), { ...end, media_type: 'image/svg+xml' }]],
    ['of no size', [data('/9j/'), { ...end, width: 0 }]],
    ['that is no text', [data([1])]],
    ['without end', Array.from({ length: 130 }, () => data('A'.repeat(MAX_MESSAGE_CHARACTERS)))],
    ['among other messages', [{ type: 'progress', id: 1, done: 1, total: 2 }]],
  ])('%s is refused', (_name, messages) => expect(() => receivePicture(messages)).toThrow(ProtocolError))
})
