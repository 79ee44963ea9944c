import { expect, test } from 'vitest'
import { documentOf, sketch } from '../testing/parse-fixture.ts'
import { drawText, makePdf, makeTaggedPdf, markContent } from '../testing/pdf-fixture.ts'

/** Width of a text in Helvetica, relative to its size. */
const helveticaWidth = (text: string) =>
  Array.from(text).reduce(
    (sum, character) => sum + (/[CO]/.test(character) ? 0.75 : /[il.\x27]/.test(character) ? 0.222 : /[ tr]/.test(character) ? 0.3 : 0.556),
    0,
  )

const drawn = async (content: string) => sketch(await documentOf(makePdf({ pages: [{ content }] }), 'a.pdf'))

test.each([
  [
    'an exponent',
    [
      ['R\xE9servoir de 10', 11, 0],
      ['3', 7, 4],
      [' litres', 11, 0],
    ],
    'Réservoir de 10³ litres',
  ],
  [
    'a power of a unit',
    [
      ['12 m', 11, 0],
      ['2', 6, 4],
      ['.', 11, 0],
    ],
    '12 m².',
  ],
  [
    'an index',
    [
      ['CO', 11, 0],
      ['2', 7, -2],
      [' par an', 11, 0],
    ],
    'CO₂ par an',
  ],
  [
    'an exponent of the same size',
    [
      ['10', 10, 0],
      ['6', 10, 4],
      [' euros', 10, 0],
    ],
    '10⁶ euros',
  ],
  [
    'a note call after a word',
    [
      ['litres', 11, 0],
      ['1', 7, 4],
      ['.', 11, 0],
    ],
    'litres1.',
  ],
  [
    'an ordinal',
    [
      ['le 1', 11, 0],
      ['er', 7, 4],
      [' mars', 11, 0],
    ],
    'le 1er mars',
  ],
] as [string, [string, number, number][], string][])('reads %s', async (_, runs, text) => {
  let x = 60
  const content = runs.map(([run, size, rise]) => {
    const drawing = drawText(x, 700 + rise, run, size)
    x += helveticaWidth(run) * size
    return drawing
  })
  expect(await drawn(content.join(''))).toEqual([text])
  expect(sketch(await documentOf(makeTaggedPdf(markContent(0, content.join('')), ['P']), 'a.pdf'))).toEqual([text])
})

test('reads a fraction drawn as a number above another', async () => {
  const stacked = (x: number, y: number, above: string, under: string, rise = 6) => drawText(x, y + rise, above, 8) + drawText(x, y - rise, under, 8)
  const content = drawText(60, 700, 'La commune verse ') + stacked(151, 700, '1', '2') + drawText(159, 700, 'du co\xFBt.')
  expect(await drawn(content)).toEqual(['La commune verse 1/2 du coût.'])
  expect(await drawn(drawText(60, 700, 'QF =') + drawText(90, 707, 'R + A', 8) + drawText(96, 693, '12', 8))).toEqual(['QF = (R + A)/12'])
  expect(sketch(await documentOf(makeTaggedPdf(markContent(0, content), ['P']), 'a.pdf'))).toEqual(['La commune verse 1/2 du coût.'])
  const column = ['Lot', '12', '15'].map((cell, i) => drawText(60, 700 - i * 14, cell) + drawText(200, 700 - i * 14, `${i}`)).join('')
  expect(await drawn(column)).toEqual(['Lot|0/12|1/15|2'])
})
