import type { Raster } from './raster.ts'

/** Quantisation tables of the JPEG specification (annex K), in natural order. */
const LUMINANCE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103,
  77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
const CHROMINANCE = [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99]
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22,
  15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]

/** Huffman tables of the JPEG specification (annex K): number of codes of each length from 1 to 16, then their values. */
const DC_CODES = {
  lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
}
const AC_CODES = {
  lengths: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
  values: [
    ...Buffer.from(
      '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
      'hex',
    ),
  ],
}

/** Quality on the usual scale from 1 to 100. */
const QUALITY = 85

/** Encodes a baseline JPEG without subsampling, with no other segment than those of its image. */
export function encodeJpeg({ width, height, pixels }: Raster): Buffer {
  const luminance = scaled(LUMINANCE)
  const chrominance = scaled(Array.from({ length: 64 }, (_, i) => (i >> 3 < 4 && (i & 7) < 4 ? CHROMINANCE[(i >> 3) * 4 + (i & 7)]! : 99)))
  const bits = createBitWriter()
  const [dc, ac] = [codesOf(DC_CODES), codesOf(AC_CODES)]
  const blocks = [new Float32Array(64), new Float32Array(64), new Float32Array(64)] as const
  const previous = [0, 0, 0]
  for (let y = 0; y < height; y += 8) {
    for (let x = 0; x < width; x += 8) {
      readBlocks({ width, height, pixels }, x, y, blocks)
      blocks.forEach((block, i) => {
        previous[i] = writeBlock(quantise(block, i === 0 ? luminance : chrominance), previous[i]!, dc, ac, bits)
      })
    }
  }
  return Buffer.concat([header(width, height, luminance, chrominance), bits.finish(), Buffer.from([0xff, 0xd9])])
}

const scaled = (table: readonly number[]) => table.map((value) => Math.max(1, Math.min(255, Math.floor((value * (200 - 2 * QUALITY) + 50) / 100))))

function header(width: number, height: number, luminance: readonly number[], chrominance: readonly number[]): Buffer {
  const segment = (marker: number, content: readonly number[]) => [0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]
  const inOrder = (table: readonly number[]) => ZIGZAG.map((position) => table[position]!)
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...inOrder(luminance), 1, ...inOrder(chrominance)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(0xc4, [0, ...DC_CODES.lengths, ...DC_CODES.values, 0x10, ...AC_CODES.lengths, ...AC_CODES.values]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ])
}

/** Converts eight lines of eight pixels to luminance and chrominance. The last pixel is repeated beyond the edges. */
function readBlocks(
  { width, height, pixels }: Raster,
  left: number,
  top: number,
  [luma, blue, red]: readonly [Float32Array, Float32Array, Float32Array],
): void {
  for (let i = 0; i < 64; i++) {
    const at = (Math.min(height - 1, top + (i >> 3)) * width + Math.min(width - 1, left + (i & 7))) * 3
    const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    luma[i] = 0.299 * r + 0.587 * g + 0.114 * b - 128
    blue[i] = -0.168736 * r - 0.331264 * g + 0.5 * b
    red[i] = 0.5 * r - 0.418688 * g - 0.081312 * b
  }
}

/** Cosines of the transform, already multiplied by their factor: `[frequency * 8 + position]`. */
const COSINES = Float32Array.from({ length: 64 }, (_, i) => Math.cos(((2 * (i & 7) + 1) * (i >> 3) * Math.PI) / 16) * (i < 8 ? Math.SQRT1_2 : 1) * 0.5)
const rows = new Float32Array(64)
const coefficients = new Int16Array(64)

/** Transforms a block (discrete cosine transform) and quantises it, in zigzag order. The result is valid until the next call. */
function quantise(block: Float32Array, table: readonly number[]): Int16Array {
  for (let y = 0; y < 64; y += 8) {
    for (let frequency = 0; frequency < 8; frequency++) {
      let sum = 0
      for (let x = 0; x < 8; x++) sum += block[y + x]! * COSINES[frequency * 8 + x]!
      rows[y + frequency] = sum
    }
  }
  for (let i = 0; i < 64; i++) {
    const position = ZIGZAG[i]!
    const frequency = (position >> 3) * 8
    let sum = 0
    for (let y = 0; y < 8; y++) sum += rows[y * 8 + (position & 7)]! * COSINES[frequency + y]!
    coefficients[i] = Math.round(sum / table[position]!)
  }
  return coefficients
}

type BitWriter = { write(value: number, length: number): void; finish(): Buffer }
/** Code and length of each value. */
type Codes = readonly { code: number; length: number }[]

/** Writes a quantised block. Returns its first coefficient, from which the next block's is counted. */
function writeBlock(block: Int16Array, previous: number, dc: Codes, ac: Codes, bits: BitWriter): number {
  const writeValue = (codes: Codes, zeros: number, value: number) => {
    const size = 32 - Math.clz32(Math.abs(value))
    const { code, length } = codes[(zeros << 4) | size]!
    bits.write(code, length)
    if (size > 0) bits.write(value < 0 ? value + 2 ** size - 1 : value, size)
  }
  writeValue(dc, 0, block[0]! - previous)
  let zeros = 0
  for (let i = 1; i < 64; i++) {
    if (block[i] === 0) {
      zeros++
      continue
    }
    for (; zeros > 15; zeros -= 16) writeValue(ac, 15, 0)
    writeValue(ac, zeros, block[i]!)
    zeros = 0
  }
  if (zeros > 0) writeValue(ac, 0, 0)
  return block[0]!
}

function codesOf({ lengths, values }: typeof DC_CODES): Codes {
  const codes: { code: number; length: number }[] = []
  let code = 0
  let next = 0
  lengths.forEach((count, index) => {
    for (let i = 0; i < count; i++) codes[values[next++]!] = { code: code++, length: index + 1 }
    code <<= 1
  })
  return codes
}

function createBitWriter(): BitWriter {
  let bytes = Buffer.alloc(2 ** 16)
  let size = 0
  let pending = 0
  let count = 0
  const push = (byte: number) => {
    if (size + 2 > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)])
    bytes[size++] = byte
    // A byte of ones is followed by a zero, so that it is not read as a marker.
    if (byte === 0xff) bytes[size++] = 0
  }
  return {
    write(value, length) {
      pending = (pending << length) | value
      for (count += length; count >= 8; count -= 8) push((pending >> (count - 8)) & 0xff)
      pending &= 2 ** count - 1
    },
    finish() {
      if (count > 0) push(((pending << (8 - count)) | (2 ** (8 - count) - 1)) & 0xff)
      return bytes.subarray(0, size)
    },
  }
}
