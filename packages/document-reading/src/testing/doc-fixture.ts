import * as xlsx from '@e965/xlsx'

/** Properties of characters or of a paragraph: each code with its operands. */
type Properties = [code: number, ...operand: number[]][]
/** A paragraph of a fixture. `runs`: consecutive parts of the text with their properties, if any. */
type FixtureParagraph = { runs: [text: string, properties?: Properties][]; properties?: Properties }
type FixtureDoc = { paragraphs: FixtureParagraph[]; /** One list, with one level. */ list?: { format: number; start: number; text: string }; data?: Buffer }

const TEXT_START = 0x600
const PAGE = 512

const bytesOf = (properties: Properties = []): Buffer =>
  Buffer.concat(properties.map(([code, ...operand]) => Buffer.from([code & 0xff, code >> 8, ...operand])))

/** Makes a Word 97-2003 file with one text piece in Windows-1252, and the properties of its characters and paragraphs. */
export function makeDoc({ paragraphs, list, data = Buffer.alloc(0) }: FixtureDoc): Uint8Array {
  const texts = paragraphs.map(({ runs }) => Buffer.from(`${runs.map(([text]) => text).join('')}\r`, 'latin1'))
  const text = Buffer.concat(texts)
  let at = TEXT_START
  const characters = paragraphs.flatMap(({ runs }) =>
    [...runs, ['\r'] as const].map(([run, properties]) => ({ start: at, end: (at += run.length), list: bytesOf(properties) })),
  )
  at = TEXT_START
  const ranges = paragraphs.map(({ properties }, nth) => ({
    start: at,
    end: (at += texts[nth]!.length),
    list: Buffer.concat([Buffer.from([0, 0]), bytesOf(properties)]),
  }))
  const pages = Math.ceil((TEXT_START + text.length) / PAGE)
  const main = Buffer.alloc((pages + 2) * PAGE)
  text.copy(main, TEXT_START)
  pageOf(characters, 1, (properties) => Buffer.concat([Buffer.from([properties.length]), properties])).copy(main, pages * PAGE)
  pageOf(ranges, 13, (properties) =>
    Buffer.concat([Buffer.from(properties.length % 2 ? [(properties.length + 1) / 2] : [0, properties.length / 2]), properties]),
  ).copy(main, (pages + 1) * PAGE)

  const parts: Buffer[] = []
  const addTableEntry = (field: number, part: Buffer, after = Buffer.alloc(0)) => {
    main.writeUInt32LE(Buffer.concat(parts).length, field)
    main.writeUInt32LE(part.length, field + 4)
    parts.push(part, after)
  }
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0xc1, 2)
  main.writeUInt16LE(0x0200, 10)
  main.writeUInt32LE(text.length, 0x4c)
  addTableEntry(
    0x1a2,
    Buffer.concat([Buffer.from([2]), uint32s(16, 0, text.length), Buffer.from([0, 0]), uint32s(0x4000_0000 + TEXT_START * 2), Buffer.from([0, 0])]),
  )
  addTableEntry(0xfa, uint32s(TEXT_START, TEXT_START + text.length, pages))
  addTableEntry(0x102, uint32s(TEXT_START, TEXT_START + text.length, pages + 1))
  if (list) {
    const level = Buffer.concat([
      uint32s(list.start),
      Buffer.from([list.format]),
      Buffer.alloc(23),
      Buffer.from([list.text.length, 0]),
      Buffer.from(list.text, 'utf16le'),
    ])
    addTableEntry(0x2e2, Buffer.concat([Buffer.from([1, 0]), uint32s(77), Buffer.alloc(22), Buffer.from([1, 0])]), level)
    addTableEntry(0x2ea, Buffer.concat([uint32s(1, 77), Buffer.alloc(12)]))
  }
  const file = xlsx.CFB.utils.cfb_new()
  const streams = { WordDocument: main, '1Table': Buffer.concat(parts), Data: data }
  for (const [name, content] of Object.entries(streams)) xlsx.CFB.utils.cfb_add(file, `/${name}`, content)
  return new Uint8Array(xlsx.CFB.write(file, { type: 'buffer' }) as Buffer)
}

const uint32s = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer)

/**
 * Makes a page of properties.
 * @param size size of the entry of a run, in bytes
 */
function pageOf(runs: { start: number; end: number; list: Buffer }[], size: number, packed: (properties: Buffer) => Buffer): Buffer {
  const page = Buffer.alloc(PAGE)
  page[PAGE - 1] = runs.length
  let free = PAGE - 1
  for (const [nth, run] of runs.entries()) {
    page.writeUInt32LE(run.start, nth * 4)
    page.writeUInt32LE(run.end, nth * 4 + 4)
    const properties = packed(run.list)
    free = (free - properties.length) & ~1
    properties.copy(page, free)
    page[(runs.length + 1) * 4 + nth * size] = free / 2
  }
  return page
}

/** Data of a check box. `chosen`: 0, 1, or 25 for the default value. */
export function checkBoxData(chosen: number, byDefault = 0): Buffer {
  const form = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from([1 | (chosen << 2), 0, 0, 0, 20, 0, 0, 0, 0, 0, byDefault, 0])])
  const header = Buffer.alloc(68)
  header.writeUInt32LE(68 + form.length, 0)
  header.writeUInt16LE(68, 4)
  return Buffer.concat([header, form])
}
