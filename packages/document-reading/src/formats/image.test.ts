import { describe, expect, test } from 'vitest'
import { createRecogniser } from '../ocr/recognition.ts'
import { makePng, makeTiff, renderFirstPage } from '../testing/image-fixtures.ts'
import { documentOf, failureOfFixture, sketch } from '../testing/parse-fixture.ts'
import { drawText, makePdf } from '../testing/pdf-fixture.ts'
import { imageSize } from './image.ts'

describe('images', { timeout: 60_000 }, () => {
  const recogniser = createRecogniser()
  const printed = renderFirstPage(makePdf({ pages: [{ content: drawText(60, 700, 'La mairie est ferm\xE9e le lundi.', 20) }] }))

  test('a PNG is read in French', async () => {
    const document = await documentOf(makePng(await printed), 'photo.png', { recogniser })
    expect(sketch(document)).toEqual(['La mairie est fermée le lundi.'])
    expect(document.pages).toMatchObject([{ page: 1, ocr: true }])
  })

  test('the first image of a TIFF is read, the others are announced', async () => {
    const document = await documentOf(makeTiff(await printed, 8), 'fax.tif', { recogniser })
    expect(sketch(document)).toEqual(['La mairie est fermée le lundi.'])
    expect(document.warnings.map(({ code }) => code)).toEqual(['page_unread'])
  })
})

test('an image of too many pixels is refused before it is inflated', async () => {
  const bomb = Buffer.from(makePng({ pixels: new Uint8Array(1), width: 1, height: 1 }))
  bomb.writeUInt32BE(100_000, 16)
  bomb.writeUInt32BE(100_000, 20)
  expect(await failureOfFixture(bomb, 'bombe.png')).toEqual({ code: 'extraction.too_big', reason: 'image de trop grande dimension' })
})

test('sizes are read from headers', () => {
  const jpeg = Buffer.from('FFD8FFE000104A46494600010100000100010000FFC0001108012C0190030122000211010311', 'hex')
  expect(imageSize(jpeg)).toEqual({ width: 400, height: 300 })
  expect(imageSize(jpeg.subarray(0, 10))).toBeNull()
  expect(imageSize(Buffer.from('49492A00FF000000', 'hex'))).toBeNull()
})
