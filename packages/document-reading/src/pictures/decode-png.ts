import { createInflate } from 'node:zlib'
import { ExtractionError } from '../failure.ts'
import { createReducer, type Raster } from './raster.ts'

/** Number of channels of each colour type of the PNG specification. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

type PngHeader = { width: number; height: number; depth: number; colour: number; isInterlaced: boolean }
type Png = { header: PngHeader; palette: Buffer; alpha: Buffer; data: Buffer[] }

/**
 * Decodes a PNG over a white background, reduced to `maxSide` pixels. Lines are inflated one after the other, as many as the header declares: the rest of
 * the data is never inflated. Null for an interlaced image, which this decoder does not read.
 * @throws {ExtractionError} `extraction.damaged`
 */
export async function decodePng(bytes: Uint8Array, maxSide: number): Promise<Raster | null> {
  const png = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { width, height, depth, colour, isInterlaced } = png.header
  const channels = CHANNELS[colour]
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth) || png.data.length === 0) throw new ExtractionError('extraction.damaged')
  if (isInterlaced) return null
  const lineBytes = Math.ceil((width * channels * depth) / 8)
  const pixelBytes = Math.max(1, (channels * depth) / 8)
  const reducer = createReducer(width, height, maxSide)
  const toRgb = lineConverter(png)
  let previous: Uint8Array = new Uint8Array(lineBytes)
  let lines = 0
  for await (const line of inflatedLines(png.data, lineBytes + 1)) {
    const current = line.subarray(1)
    unfilter(line[0]!, current, previous, pixelBytes)
    reducer.addLine(toRgb(current))
    previous = current
    if (++lines === height) return reducer.finish()
  }
  throw new ExtractionError('extraction.damaged')
}

function readChunks(buffer: Buffer): Png {
  const data: Buffer[] = []
  let header: PngHeader | null = null
  let palette: Buffer = Buffer.alloc(0)
  let alpha: Buffer = Buffer.alloc(0)
  for (let at = 8; at + 12 <= buffer.length;) {
    const length = buffer.readUInt32BE(at)
    const type = buffer.toString('latin1', at + 4, at + 8)
    const content = buffer.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR' && content.length >= 13)
      header = { width: content.readUInt32BE(0), height: content.readUInt32BE(4), depth: content[8]!, colour: content[9]!, isInterlaced: content[12] !== 0 }
    else if (type === 'PLTE') palette = content
    else if (type === 'tRNS') alpha = content
    else if (type === 'IDAT') data.push(content)
    else if (type === 'IEND') break
    at += 12 + length
  }
  if (header === null) throw new ExtractionError('extraction.damaged')
  return { header, palette, alpha, data }
}

/** Inflates data, in pieces of `size` bytes. */
async function* inflatedLines(data: readonly Buffer[], size: number): AsyncGenerator<Uint8Array, void> {
  const inflate = createInflate()
  for (const part of data) inflate.write(part)
  inflate.end()
  let line = new Uint8Array(size)
  let filled = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length;) {
        const count = Math.min(size - filled, chunk.length - at)
        line.set(chunk.subarray(at, at + count), filled)
        filled += count
        at += count
        if (filled < size) continue
        yield line
        line = new Uint8Array(size)
        filled = 0
      }
    }
  } catch (cause) {
    throw new ExtractionError('extraction.damaged', undefined, { cause })
  } finally {
    inflate.destroy()
  }
}

/** Reverses the filter of a line, in place (PNG specification, chapter 9). */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const { length } = line
  // One loop for each filter: a branch for each byte would take several times as long.
  if (filter === 1) for (let i = pixelBytes; i < length; i++) line[i]! += line[i - pixelBytes]!
  if (filter === 2) for (let i = 0; i < length; i++) line[i]! += above[i]!
  if (filter === 3) for (let i = 0; i < length; i++) line[i]! += ((i < pixelBytes ? 0 : line[i - pixelBytes]!) + above[i]!) >> 1
  if (filter !== 4) return
  for (let i = 0; i < pixelBytes; i++) line[i]! += above[i]!
  for (let i = pixelBytes; i < length; i++) line[i]! += paeth(line[i - pixelBytes]!, above[i]!, above[i - pixelBytes]!)
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Creates the conversion of a line to red, green and blue over white. A transparent colour without an alpha channel (`tRNS`) is only read from palettes. */
function lineConverter({ header: { width, depth, colour }, palette, alpha }: Png): (line: Uint8Array) => Uint8Array {
  if (colour === 2 && depth === 8) return (line) => line
  const rgb = new Uint8Array(width * 3)
  const channels = CHANNELS[colour]!
  const scale = depth < 8 && colour === 0 ? 255 / (2 ** depth - 1) : 1
  /** Value of a sample, from 0 to 255; of 16 bits, only the first eight count. */
  const sample = (line: Uint8Array, index: number) => {
    if (depth >= 8) return line[index * (depth / 8)]!
    const bit = index * depth
    return ((line[bit >> 3]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1)) * scale
  }
  const set = (x: number, red: number, green: number, blue: number, opacity: number) => {
    const background = 255 - opacity
    rgb[x * 3] = (red * opacity) / 255 + background
    rgb[x * 3 + 1] = (green * opacity) / 255 + background
    rgb[x * 3 + 2] = (blue * opacity) / 255 + background
  }
  return (line) => {
    for (let x = 0; x < width; x++) {
      const first = sample(line, x * channels)
      if (colour === 3) set(x, palette[first * 3] ?? 0, palette[first * 3 + 1] ?? 0, palette[first * 3 + 2] ?? 0, alpha[first] ?? 255)
      else if (channels < 3) set(x, first, first, first, channels === 2 ? sample(line, x * 2 + 1) : 255)
      else set(x, first, sample(line, x * channels + 1), sample(line, x * channels + 2), channels === 4 ? sample(line, x * 4 + 3) : 255)
    }
    return rgb
  }
}
