import { deflateSync, crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createRecogniser } from '../ocr/recognition.ts'
import { makeTiff, withExif } from '../testing/image-fixtures.ts'
import { decodeJpeg } from './decode-jpeg.ts'
import { decodePng } from './decode-png.ts'
import { encodeJpeg } from './encode-jpeg.ts'
import { encodePicture } from './encode-picture.ts'
import { encodePng } from './encode-png.ts'
import type { Raster } from './raster.ts'

const recogniser = createRecogniser()

/** Makes an image of four coloured quarters: red, green above; blue, white below. */
function quarters(width: number, height: number): Raster {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colours = y < height / 2 ? [x < width / 2 ? RED : GREEN] : [x < width / 2 ? BLUE : WHITE]
      pixels.set(colours[0]!, (y * width + x) * 3)
    }
  }
  return { width, height, pixels }
}
const RED = [200, 20, 20]
const GREEN = [20, 160, 40]
const BLUE = [20, 40, 200]
const WHITE = [255, 255, 255]

/** Names of the colours in the middle of the four quarters. */
function coloursOf({ width, height, pixels }: Raster): string {
  const nameAt = (x: number, y: number) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    const colour = [...pixels.subarray(at, at + 3)]
    const named = Object.entries({ R: RED, G: GREEN, B: BLUE, W: WHITE }).find(([, wanted]) => wanted.every((value, i) => Math.abs(value - colour[i]!) < 12))
    return named?.[0] ?? colour.join(',')
  }
  return [nameAt(0.25, 0.25), nameAt(0.75, 0.25), nameAt(0.25, 0.75), nameAt(0.75, 0.75)].join(' ')
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
type Made = { width: number; height: number; depth?: number; colour: number; lines: number[][]; interlaced?: boolean; more?: Buffer[] }
function makePngOf({ width, height, depth = 8, colour, lines, interlaced = false, more = [] }: Made): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const data = deflateSync(Buffer.from(lines.flat()))
  return Buffer.concat([Buffer.from('89504E470D0A1A0A', 'hex'), chunk('IHDR', header), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
const pixelsOf = async (png: Buffer) => [...(await decodePng(png, 100))!.pixels]

describe('a picture is encoded again', () => {
  test('a photograph keeps its pixels, upright, and loses its place', async () => {
    const photograph = withExif(encodeJpeg(quarters(64, 40)), 6)
    const result = await encodePicture(photograph, 'photo.jpg', recogniser)
    expect(result).toMatchObject({ ok: true, picture: { media_type: 'image/jpeg', width: 40, height: 64 } })
    if (!result.ok) return
    expect(photograph.includes('GPSLatitude')).toBe(true)
    expect(result.picture.bytes.includes('GPSLatitude')).toBe(false)
    expect(result.picture.bytes.includes('Exif')).toBe(false)
    expect(coloursOf(await decodeJpeg(result.picture.bytes, 2048))).toBe('B R W G')
  })

  test.each([
    [1, 'R G B W'],
    [2, 'G R W B'],
    [3, 'W B G R'],
    [4, 'B W R G'],
    [5, 'R B G W'],
    [6, 'B R W G'],
    [7, 'W G B R'],
    [8, 'G W R B'],
  ])('the orientation %d', async (orientation, expected) => {
    expect(coloursOf(await decodeJpeg(withExif(encodeJpeg(quarters(48, 48)), orientation), 2048))).toBe(expected)
  })

  test('a large one is reduced to 2,048 pixels', async () => {
    const large = encodePng(quarters(3000, 1500))
    const result = await encodePicture(large, 'plan.png', recogniser)
    expect(result).toMatchObject({ ok: true, picture: { media_type: 'image/png', width: 2048, height: 1024 } })
    if (result.ok) expect(coloursOf((await decodePng(result.picture.bytes, 2048))!)).toBe('R G B W')
    const photograph = await encodePicture(encodeJpeg(quarters(2400, 1200)), 'photo.jpg', recogniser)
    expect(photograph).toMatchObject({ ok: true, picture: { width: 2048, height: 1024 } })
  })

  test('a scan in TIFF', async () => {
    const result = await encodePicture(makeTiff({ pixels: new Uint8Array(60 * 40).fill(90), width: 60, height: 40 }), 'scan.tif', recogniser)
    expect(result).toMatchObject({ ok: true, picture: { media_type: 'image/png', width: 60, height: 40 } })
    if (result.ok) expect([...(await decodePng(result.picture.bytes, 100))!.pixels.subarray(0, 3)]).toEqual([90, 90, 90])
  })
})

describe('a PNG of each colour type is decoded over white', () => {
  test.each<[string, Made, number[]]>([
    ['grey, 8 bits, filter Sub', { width: 2, height: 1, colour: 0, lines: [[1, 10, 5]] }, [10, 10, 10, 15, 15, 15]],
    ['grey, 1 bit', { width: 2, height: 1, depth: 1, colour: 0, lines: [[0, 0b01000000]] }, [0, 0, 0, 255, 255, 255]],
    ['grey, 16 bits', { width: 1, height: 1, depth: 16, colour: 0, lines: [[0, 7, 200]] }, [7, 7, 7]],
    ['grey and alpha', { width: 1, height: 1, colour: 4, lines: [[0, 0, 0]] }, [255, 255, 255]],
    [
      'colours, filters Up and Paeth',
      {
        width: 1,
        height: 3,
        colour: 2,
        lines: [
          [0, 1, 2, 3],
          [2, 1, 1, 1],
          [4, 1, 1, 1],
        ],
      },
      [1, 2, 3, 2, 3, 4, 3, 4, 5],
    ],
    ['colours and alpha, filter Average', { width: 2, height: 1, colour: 6, lines: [[3, 8, 8, 8, 255, 4, 4, 4, 128]] }, [8, 8, 8, 8, 8, 8]],
    [
      'palette of 4 bits',
      { width: 2, height: 1, depth: 4, colour: 3, lines: [[0, 0x10]], more: [chunk('PLTE', Buffer.from([9, 8, 7, 1, 2, 3])), chunk('tRNS', Buffer.from([0]))] },
      [1, 2, 3, 255, 255, 255],
    ],
  ])('%s', async (_name, made, pixels) => expect(await pixelsOf(makePngOf(made))).toEqual(pixels))

  test('an interlaced one, by the recognition engine', async () => {
    const interlaced = makePngOf({ width: 1, height: 1, colour: 2, lines: [[0, 30, 60, 90]], interlaced: true })
    const result = await encodePicture(interlaced, 'plan.png', recogniser)
    if (!result.ok) throw new Error(result.failure.code)
    expect(await pixelsOf(result.picture.bytes)).toEqual([30, 60, 90])
  })
})

describe('a hostile picture is refused', () => {
  const bomb = makePngOf({ width: 60_000, height: 60_000, colour: 2, lines: [[0]] })
  const wide = makePngOf({ width: 70_000_000, height: 1, colour: 2, lines: [[0]] })
  test.each<[string, Buffer, string, string]>([
    ['a bomb, before it is decoded', bomb, 'bombe.png', 'extraction.too_big'],
    ['one that declares more than it has', wide, 'a.png', 'extraction.damaged'],
    ['a truncated one', encodePng(quarters(40, 40)).subarray(0, 60), 'a.png', 'extraction.damaged'],
    ['a JPEG without an image', Buffer.from('ffd8ffe000104a4649460001', 'hex'), 'a.jpg', 'extraction.damaged'],
    ['a page that calls itself an image', Buffer.from('<html><img src=x></html>'), 'a.png', 'extraction.type_mismatch'],
    ['a text', Buffer.from('Bonjour'), 'a.txt', 'extraction.damaged'],
  ])('%s', async (_name, bytes, filename, code) => {
    expect(await encodePicture(bytes, filename, recogniser)).toMatchObject({ ok: false, failure: { code } })
  })

  test('what follows the declared lines is not inflated', async () => {
    const png = makePngOf({ width: 1, height: 1, colour: 0, lines: [[0, 50], ...Array.from({ length: 200 }, () => Array.from({ length: 1000 }, () => 0))] })
    expect(await pixelsOf(png)).toEqual([50, 50, 50])
  })
})
