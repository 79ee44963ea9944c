import * as xlsx from '@e965/xlsx'

/** Part of the text in the main stream: bytes from `start` to `end`, one byte per character if compressed, otherwise two. */
export type DocTextPiece = { start: number; end: number; isCompressed: boolean }
/** Operands of properties (sprms), by property code. */
export type Sprms = ReadonlyMap<number, Buffer>
/** Properties of the bytes of the main stream from `start` to `end`. `style`: index of the paragraph style. */
export type DocRun = { start: number; end: number; sprms: Sprms; style: number }

/** Streams of a Word 97-2003 file. `objects`: number of embedded objects. `write` returns the file with the current content of `main`. */
export type DocStreams = { main: Buffer; table: Buffer; data: Buffer; objects: number; write(): Buffer }

// Offsets in the file information block. Source: [MS-DOC] 2.5.6.
const CHARACTERS = 0xfa
const PARAGRAPHS = 0x102
const TEXT = 0x1a2
/** Size of a page of properties, in bytes. */
const PROPERTY_PAGE_BYTES = 512

/** Opens the streams of a Word file; null when it has none. */
export function openStreams(bytes: Uint8Array): DocStreams | null {
  const file = xlsx.CFB.read(bytes, { type: 'array' })
  const find = (name: string) => xlsx.CFB.find(file, name)
  const entry = find('/WordDocument')
  if (!entry) return null
  const main = Buffer.from(entry.content as Uint8Array)
  const table = find(main.length > 12 && main.readUInt16LE(10) & 0x0200 ? '/1Table' : '/0Table')
  if (!table) return null
  return {
    main,
    table: Buffer.from(table.content as Uint8Array),
    data: Buffer.from((find('/Data')?.content as Uint8Array | undefined) ?? []),
    objects: file.FullPaths.filter((path: string) => /\/ObjectPool\/_[^/]+\/$/.test(path)).length,
    write() {
      entry.content = main
      return xlsx.CFB.write(file, { type: 'buffer' }) as Buffer
    },
  }
}

/** Part of the table stream whose position is at an offset of the file information block. */
export const partOf = ({ main, table }: DocStreams, index: number): Buffer => {
  const start = main.readUInt32LE(index)
  return table.subarray(start, start + main.readUInt32LE(index + 4))
}

/** Pieces of the text, in text order. Source: [MS-DOC] 2.9.38, 2.9.177. */
export function piecesOf(streams: DocStreams): DocTextPiece[] {
  const clx = partOf(streams, TEXT)
  let offset = 0
  while (clx[offset] === 1) offset += 3 + clx.readUInt16LE(offset + 1)
  if (clx[offset] !== 2) return []
  const plc = clx.subarray(offset + 5, offset + 5 + clx.readUInt32LE(offset + 1))
  const count = Math.floor((plc.length - 4) / 12)
  return Array.from({ length: count }, (_, index) => {
    const length = plc.readUInt32LE((index + 1) * 4) - plc.readUInt32LE(index * 4)
    const location = plc.readUInt32LE((count + 1) * 4 + index * 8 + 2)
    const isCompressed = (location & 0x4000_0000) !== 0
    const start = isCompressed ? (location & 0x3fff_ffff) >>> 1 : location & 0x3fff_ffff
    return { start, end: start + length * (isCompressed ? 1 : 2), isCompressed }
  })
}

export const characterRuns = (streams: DocStreams): DocRun[] =>
  runsOf(streams, CHARACTERS, 1, (page, index) => ({ style: 0, sprms: sprmsOf(page.subarray(index + 1, index + 1 + (page[index] ?? 0))) }))

export const paragraphRuns = (streams: DocStreams): DocRun[] =>
  runsOf(streams, PARAGRAPHS, 13, (page, index) => {
    const isLong = page[index] === 0
    const start = isLong ? index + 2 : index + 1
    const length = isLong ? 2 * (page[index + 1] ?? 0) : 2 * (page[index] ?? 0) - 1
    return length < 2 ? null : { style: page.readUInt16LE(start), sprms: sprmsOf(page.subarray(start + 2, start + length)) }
  })

/**
 * Reads the runs of the pages of properties. Source: [MS-DOC] 2.9.33 (ChpxFkp) and 2.9.175 (PapxFkp).
 * @param size size of the entry of a run, in bytes
 */
function runsOf(streams: DocStreams, part: number, size: number, read: (page: Buffer, index: number) => Pick<DocRun, 'style' | 'sprms'> | null): DocRun[] {
  const plc = partOf(streams, part)
  const count = Math.max(0, Math.floor((plc.length - 4) / 8))
  return Array.from({ length: count }, (_, index) => {
    const start = plc.readUInt32LE((count + 1) * 4 + index * 4) * PROPERTY_PAGE_BYTES
    const page = streams.main.subarray(start, start + PROPERTY_PAGE_BYTES)
    const runs = page[PROPERTY_PAGE_BYTES - 1] ?? 0
    return Array.from({ length: runs }, (__, run): DocRun => {
      const offset = (page[(runs + 1) * 4 + run * size] ?? 0) * 2
      const properties = (offset === 0 ? null : read(page, offset)) ?? { style: 0, sprms: new Map() }
      return { start: page.readUInt32LE(run * 4), end: page.readUInt32LE((run + 1) * 4), ...properties }
    })
  }).flat()
}

/** Operands of a list of properties, by property code. Source: [MS-DOC] 2.6.1. */
export function sprmsOf(list: Buffer): Map<number, Buffer> {
  const sprms = new Map<number, Buffer>()
  for (let index = 0; index + 2 < list.length;) {
    const code = list.readUInt16LE(index)
    const size = [1, 1, 2, 4, 2, 2, 0, 3][code >> 13]!
    // Lists of tabs and table definitions store their own length.
    const length = size || (code === 0xd608 ? list.readUInt16LE(index + 2) + 1 : (list[index + 2] ?? 0) + 1)
    sprms.set(code, list.subarray(index + 2, index + 2 + length))
    index += 2 + length
  }
  return sprms
}

/** Index of the first range that ends after an offset. The ranges must be sorted. */
export function firstAfter(ranges: readonly { end: number }[], offset: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.end > offset) high = middle
    else low = middle + 1
  }
  return low
}
