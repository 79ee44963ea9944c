import type { DocumentBuilder } from '../building/document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { recognisePage, type ScanReader } from '../pdf/scanned-pages.ts'
import { LOW_CONFIDENCE, writeRecognisedText } from '../ocr/recognition.ts'

/** Maximum number of pixels: a small file could inflate to gigabytes. */
export const MAX_PIXELS = 80_000_000

/**
 * Reads a photograph or a scan by character recognition.
 * @throws {ExtractionError} `extraction.damaged` or `extraction.too_big`
 */
export async function readImage(bytes: Uint8Array, builder: DocumentBuilder, scans: ScanReader): Promise<void> {
  const size = imageSize(bytes)
  if (!size) throw new ExtractionError('extraction.damaged')
  if (size.width * size.height > MAX_PIXELS) throw new ExtractionError('extraction.too_big', 'image de trop grande dimension')
  if (scans.recogniser !== null) scans.onSlowPage()
  const startedAt = performance.now()
  let seen
  try {
    seen = await recognisePage(1, bytes, scans)
  } catch (error) {
    if (error instanceof ExtractionError) throw error
    throw new ExtractionError('extraction.damaged', undefined, { cause: error })
  }
  builder.extendTime(performance.now() - startedAt)
  builder.page(1, { ocr: true })
  writeRecognisedText(seen.text, builder)
  if (size.more) builder.warn('page_unread', 'Seule la première page de l’image a été lue : enregistrez la numérisation en PDF.')
  if (builder.size() > 0 && seen.confidence < LOW_CONFIDENCE)
    builder.warn('scan_uncertain', 'Numérisation difficile à lire : le texte reconnu peut contenir des erreurs.')
}

/** Size of an image in pixels. `more`: other images follow in the same file. */
type ImageSize = { width: number; height: number; more?: boolean }

/** Reads the size of a PNG, JPEG or TIFF from its header; null when the header is missing or truncated. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] === 0x89 && buffer.length >= 24) return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
  if (buffer[0] === 0xff) return jpegSize(buffer)
  if (buffer.length >= 8) return tiffSize(buffer)
  return null
}

function jpegSize(buffer: Buffer): ImageSize | null {
  for (let index = 2; index + 9 < buffer.length;) {
    if (buffer[index] !== 0xff) return null
    const marker = buffer[index + 1]!
    // Start-of-frame markers, except the three that define tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: buffer.readUInt16BE(index + 7), height: buffer.readUInt16BE(index + 5) }
    index += marker === 0xff ? 1 : 2 + buffer.readUInt16BE(index + 2)
  }
  return null
}

function tiffSize(buffer: Buffer): ImageSize | null {
  const little = buffer[0] === 0x49
  const u16 = (index: number) => (little ? buffer.readUInt16LE(index) : buffer.readUInt16BE(index))
  const u32 = (index: number) => (little ? buffer.readUInt32LE(index) : buffer.readUInt32BE(index))
  const directory = u32(4)
  if (directory + 2 > buffer.length) return null
  const next = directory + 2 + u16(directory) * 12
  const size: ImageSize = { width: 0, height: 0, more: next + 4 <= buffer.length && u32(next) !== 0 }
  for (let i = 0, index = directory + 2; i < u16(directory) && index + 12 <= buffer.length; i++, index += 12) {
    const value = u16(index + 2) === 3 ? u16(index + 8) : u32(index + 8)
    if (u16(index) === 256) size.width = value
    else if (u16(index) === 257) size.height = value
  }
  return size.width && size.height ? size : null
}
