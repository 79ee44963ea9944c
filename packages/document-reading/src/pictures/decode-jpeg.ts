import { PDFiumLibrary } from '@hyzyla/pdfium'
import { ExtractionError } from '../failure.ts'
import type { Raster } from './raster.ts'

/** Dimensions and colour components of a JPEG, as its frame header declares them. */
type JpegFrame = { width: number; height: number; components: number }

/**
 * Decodes a JPEG with PDFium, reduced to `maxSide` pixels and turned upright as its EXIF orientation says: the image is put in a PDF of one page, which is
 * rendered.
 * @throws {ExtractionError} `extraction.damaged`
 */
export async function decodeJpeg(bytes: Uint8Array, maxSide: number): Promise<Raster> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { frame, orientation, isAdobe } = readSegments(buffer)
  if (frame === null || frame.width === 0 || frame.height === 0) throw new ExtractionError('extraction.damaged')
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(wrapInPdf(buffer, frame, orientation, isAdobe))
    try {
      const isTurned = orientation >= 5
      const scale = Math.min(1, maxSide / Math.max(frame.width, frame.height))
      const width = Math.max(1, Math.round((isTurned ? frame.height : frame.width) * scale))
      const height = Math.max(1, Math.round((isTurned ? frame.width : frame.height) * scale))
      const { data } = await document.getPage(0).render({ width, height, scale: 1, colorSpace: 'BGRA', render: async ({ data: pixels }) => pixels })
      return { width, height, pixels: withoutAlpha(data, width * height) }
    } finally {
      document.destroy()
    }
  } catch (cause) {
    throw cause instanceof ExtractionError ? cause : new ExtractionError('extraction.damaged', undefined, { cause })
  } finally {
    library.destroy()
  }
}

/** Keeps the first three bytes of each pixel: PDFium renders in the order red, green, blue, alpha. */
function withoutAlpha(rgba: Uint8Array, count: number): Uint8Array {
  const rgb = new Uint8Array(count * 3)
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!
    rgb[to + 1] = rgba[from + 1]!
    rgb[to + 2] = rgba[from + 2]!
  }
  return rgb
}

/** Reads the segments before the image data. `orientation`: of EXIF, from 1 to 8; 1 without any. `isAdobe`: inverted CMYK. */
function readSegments(buffer: Buffer): { frame: JpegFrame | null; orientation: number; isAdobe: boolean } {
  let frame: JpegFrame | null = null
  let orientation = 1
  let isAdobe = false
  for (let at = 2; at + 4 <= buffer.length && buffer[at] === 0xff;) {
    const marker = buffer[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const content = buffer.subarray(at + 4, at + 2 + buffer.readUInt16BE(at + 2))
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      if (content.length >= 6) frame ??= { height: content.readUInt16BE(1), width: content.readUInt16BE(3), components: content[5]! }
    } else if (marker === 0xe1) orientation = exifOrientation(content) ?? orientation
    else if (marker === 0xee) isAdobe ||= content.toString('latin1', 0, 5) === 'Adobe'
    else if (marker === 0xda || marker === 0xd9) break
    at += 2 + buffer.readUInt16BE(at + 2)
  }
  return { frame, orientation, isAdobe }
}

const ORIENTATION_TAG = 0x0112

/** Reads the orientation in the first directory of an EXIF segment; null when it has none. */
function exifOrientation(content: Buffer): number | null {
  if (content.toString('latin1', 0, 6) !== 'Exif\0\0') return null
  const tiff = content.subarray(6)
  if (tiff.length < 8) return null
  const isLittle = tiff[0] === 0x49
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < u16(directory); entry++) {
    const at = directory + 2 + entry * 12
    const value = u16(at + 8)
    if (u16(at) === ORIENTATION_TAG) return value >= 1 && value <= 8 ? value : null
  }
  return null
}

const COLOUR_SPACES: Record<number, string> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }
/** Clockwise rotation, in degrees, of each EXIF orientation, after the mirroring of those in `MIRRORED`. */
const ROTATIONS = [0, 0, 0, 180, 180, 270, 90, 90, 270]
const MIRRORED = new Set([2, 4, 5, 7])
/** Maximum side of a PDF page, in points. */
const MAX_PAGE_SIDE = 14_000

function wrapInPdf(jpeg: Buffer, { width, height, components }: JpegFrame, orientation: number, isAdobe: boolean): Uint8Array {
  const space = COLOUR_SPACES[components]
  if (space === undefined) throw new ExtractionError('extraction.damaged')
  const scale = Math.min(1, MAX_PAGE_SIDE / Math.max(width, height))
  const [w, h] = [(width * scale).toFixed(3), (height * scale).toFixed(3)]
  const drawing = `q ${MIRRORED.has(orientation) ? `-${w} 0 0 ${h} ${w} 0` : `${w} 0 0 ${h} 0 0`} cm /I Do Q`
  const decode = components === 4 && isAdobe ? '/Decode [1 0 1 0 1 0 1 0]' : ''
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = chunks[0]!.length
  const add = (...parts: Buffer[]) => {
    chunks.push(...parts)
    for (const part of parts) length += part.length
  }
  const object = (body: string, stream?: Buffer) => {
    offsets.push(length)
    add(Buffer.from(`${offsets.length} 0 obj\n${body}\n`))
    if (stream) add(Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n'))
    add(Buffer.from('endobj\n'))
  }
  object('<< /Type /Catalog /Pages 2 0 R >>')
  object('<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
  object(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Rotate ${ROTATIONS[orientation]} /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>`)
  object(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /DCTDecode ${decode} /Length ${jpeg.length} >>`,
    jpeg,
  )
  object(`<< /Length ${drawing.length} >>`, Buffer.from(drawing))
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = length
  add(Buffer.from(`xref\n0 6\n0000000000 65535 f \n${entries}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(chunks)
}
