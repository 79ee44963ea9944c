import { expect, test } from 'vitest'
import { createRichTexts } from './xls-rich-text.ts'

const shorts = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const longs = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)
const font = ({ script = 0, isStruck = false } = {}) => Buffer.concat([shorts(220, isStruck ? 8 : 0, 0, 400, script), Buffer.alloc(6)])
/** Header of a shared text with one byte per character and formatting runs. */
const richHeader = (length: number, runs: number) => Buffer.concat([shorts(length), Buffer.from([8]), shorts(runs)])

/** Makes a workbook with these shared texts. Font 1 is an exponent and font 5 is struck through; there is no font 4. */
function workbook(count: number, ...pieces: Buffer[]) {
  const texts = createRichTexts()
  for (const one of [font(), font({ script: 1 }), font({ script: 2 }), font(), font({ isStruck: true })]) texts.read(0x31, one)
  texts.read(0xe0, shorts(0, 0))
  texts.read(0xe0, shorts(5, 0))
  const [first = Buffer.alloc(0), ...others] = pieces
  texts.read(0xfc, Buffer.concat([longs(count, count), first]))
  for (const piece of others) texts.read(0x3c, piece)
  return texts
}

test('reads exponents and struck-through parts of shared texts', () => {
  const power = Buffer.concat([richHeader(10, 2), Buffer.from('105 litres'), shorts(2, 1, 3, 0)])
  const plain = Buffer.concat([shorts(3), Buffer.from([0]), Buffer.from('105')])
  const struck = Buffer.concat([richHeader(6, 1), Buffer.from('9 puis'), shorts(0, 5)])
  const texts = workbook(3, Buffer.concat([power, plain, struck]))
  expect([0, 1, 2, 3].map(texts.text)).toEqual([{ text: '10⁵ litres', struckTexts: [] }, undefined, { text: '9 puis', struckTexts: ['9 puis'] }, undefined])
  expect([0, 1, 2].map(texts.isStruck)).toEqual([false, true, false])
})

test('a text that goes on in the next record may change its width there', () => {
  const start = Buffer.concat([richHeader(7, 2), Buffer.from('10')])
  const rest = Buffer.concat([Buffer.from([1]), Buffer.from('3 œuv', 'utf16le'), shorts(2, 1, 3, 0)])
  expect(workbook(1, start, rest).text(0)).toEqual({ text: '10³ œuv', struckTexts: [] })
})

test('a damaged table gives what it has', () => {
  expect(workbook(1_000_000, Buffer.concat([richHeader(60_000, 65_000), Buffer.from('abc')])).text(0)).toBeUndefined()
})
