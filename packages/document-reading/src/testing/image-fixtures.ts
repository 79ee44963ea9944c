import { crc32, deflateSync } from 'node:zlib'
import { openPageImages } from '../pdf/page-images.ts'

/** An image of grey pixels, one byte each, line by line. */
export type GreyImage = { pixels: Uint8Array; width: number; height: number }

/** Renders the first page of a PDF at 200 dpi. */
export async function renderFirstPage(pdf: Uint8Array): Promise<GreyImage> {
  const images = await openPageImages(pdf)
  const pgm = await images.image(1)
  images.close()
  if (!pgm) throw new Error('page blanche')
  const [, width = 0, height = 0] = /^P5\n(\d+) (\d+)\n/.exec(Buffer.from(pgm.subarray(0, 30)).toString('latin1'))!.map(Number)
  return { pixels: pgm.subarray(pgm.length - width * height), width, height }
}

/** Encodes an 8-bit grey PNG. */
export function makePng({ pixels, width, height }: GreyImage): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([Buffer.from('89504E470D0A1A0A', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}

/** Encodes an uncompressed little-endian TIFF. `next`: offset of another image, 0 for none. */
export function makeTiff({ pixels, width, height }: GreyImage, next = 0): Uint8Array {
  const tags: [tag: number, value: number][] = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, width * height],
  ]
  const header = Buffer.alloc(8)
  header.write('II*\0', 'latin1')
  header.writeUInt32LE(8 + pixels.length, 4)
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  tags.forEach(([tag, value], i) => {
    directory.writeUInt16LE(tag, 2 + i * 12)
    directory.writeUInt16LE(4, 4 + i * 12)
    directory.writeUInt32LE(1, 6 + i * 12)
    directory.writeUInt32LE(value, 10 + i * 12)
  })
  directory.writeUInt32LE(next, directory.length - 4)
  return Buffer.concat([header, pixels, directory])
}

/** Inserts an EXIF segment with an orientation and the coordinates of a place. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPSLatitude 48.8566 N')])
  const head = Buffer.from([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
