import { crc32, createDeflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array>; /** Already compressed content, stored as it is. */ isDense?: boolean }

const utf8AndLateSizes = 0x0808
const versionNeeded = 45
const uint32 = 0xffff_ffff

type WrittenEntry = { name: Buffer; method: number; time: number; crc: number; packedSize: number; size: number; at: number }

/** Streams a .zip archive (PKWARE APPNOTE 6.3, ZIP64): no entry is held whole in memory, and sizes follow each content. @param at date of the entries */
export async function* zipStream(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const writtenEntries: WrittenEntry[] = []
  const time = dosTime(at)
  let offset = 0
  for await (const { name, content, isDense = false } of entries) {
    const entry: WrittenEntry = { name: Buffer.from(name, 'utf8'), method: isDense ? 0 : 8, time, crc: 0, packedSize: 0, size: 0, at: offset }
    const head = localHeader(entry)
    yield head
    offset += head.length
    for await (const piece of compress(countBytes(content, entry), isDense)) {
      entry.packedSize += piece.length
      yield piece
    }
    const tail = descriptor(entry)
    yield tail
    offset += entry.packedSize + tail.length
    writtenEntries.push(entry)
  }
  const directory = Buffer.concat(writtenEntries.map(centralHeader))
  yield directory
  yield endOfDirectory(writtenEntries.length, directory.length, offset)
}

async function* countBytes(content: AsyncIterable<Uint8Array>, entry: WrittenEntry): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    entry.crc = crc32(piece, entry.crc)
    entry.size += piece.length
    yield piece
  }
}

async function* compress(content: AsyncIterable<Uint8Array>, isDense: boolean): AsyncGenerator<Uint8Array> {
  if (isDense) {
    yield* content
    return
  }
  const source = Readable.from(content, { objectMode: false })
  const deflate = createDeflateRaw()
  source.on('error', (error) => deflate.destroy(error))
  try {
    yield* source.pipe(deflate) as AsyncIterable<Uint8Array>
  } finally {
    source.destroy()
  }
}

// The local header has a ZIP64 field for its sizes, which tells readers that the data descriptor has 64-bit sizes.
function localHeader({ name, method, time }: WrittenEntry): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(versionNeeded, 4)
  head.writeUInt16LE(utf8AndLateSizes, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt32LE(time, 10)
  head.writeUInt32LE(uint32, 18)
  head.writeUInt32LE(uint32, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(20, 28)
  return Buffer.concat([head, name, zip64Field([0, 0])])
}

function descriptor({ crc, packedSize, size }: WrittenEntry): Buffer {
  const tail = Buffer.alloc(24)
  tail.writeUInt32LE(0x0807_4b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeBigUInt64LE(BigInt(packedSize), 8)
  tail.writeBigUInt64LE(BigInt(size), 16)
  return tail
}

function centralHeader({ name, method, time, crc, packedSize, size, at }: WrittenEntry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(versionNeeded, 4)
  head.writeUInt16LE(versionNeeded, 6)
  head.writeUInt16LE(utf8AndLateSizes, 8)
  head.writeUInt16LE(method, 10)
  head.writeUInt32LE(time, 12)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(uint32, 20)
  head.writeUInt32LE(uint32, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(28, 30)
  head.writeUInt32LE(uint32, 42)
  return Buffer.concat([head, name, zip64Field([size, packedSize, at])])
}

function zip64Field(values: number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8))
  return field
}

function endOfDirectory(count: number, length: number, index: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x0606_4b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(versionNeeded, 12)
  end.writeUInt16LE(versionNeeded, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(index), 48)
  end.writeUInt32LE(0x0706_4b50, 56)
  end.writeBigUInt64LE(BigInt(index + length), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x0605_4b50, 76)
  end.writeUInt16LE(Math.min(count, 0xffff), 84)
  end.writeUInt16LE(Math.min(count, 0xffff), 86)
  end.writeUInt32LE(Math.min(length, uint32), 88)
  end.writeUInt32LE(Math.min(index, uint32), 92)
  return end
}

function dosTime(date: Date): number {
  const day = ((Math.max(1980, date.getFullYear()) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
