import { crc32, deflateSync } from 'node:zlib'
import type { Raster } from './raster.ts'

const SIGNATURE = Buffer.from('89504E470D0A1A0A', 'hex')
const RGB = 2

/** Encodes a PNG of 8-bit colours, with no other chunk than those of its image. */
export function encodePng({ width, height, pixels }: Raster): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = RGB
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(filterLines(width * 3, height, pixels))), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(12 + data.length)
  frame.writeUInt32BE(data.length, 0)
  frame.write(type, 4, 'latin1')
  data.copy(frame, 8)
  frame.writeUInt32BE(crc32(frame.subarray(4, 8 + data.length)), 8 + data.length)
  return frame
}

/** Filters lines with `Up` (PNG specification, chapter 9), which suits the flat areas of forms and screens. */
function filterLines(lineBytes: number, height: number, pixels: Uint8Array): Buffer {
  const lines = Buffer.alloc((lineBytes + 1) * height)
  for (let y = 0; y < height; y++) {
    const to = y * (lineBytes + 1)
    lines[to] = 2
    for (let x = 0; x < lineBytes; x++) lines[to + 1 + x] = pixels[y * lineBytes + x]! - (y === 0 ? 0 : pixels[(y - 1) * lineBytes + x]!)
  }
  return lines
}
