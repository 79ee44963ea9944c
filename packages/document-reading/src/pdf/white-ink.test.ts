import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawText, makePdf } from '../testing/pdf-fixture.ts'
import { mayShowWhiteText } from './white-ink.ts'

const deflated = (content: string) => makePdf({ pages: [{ content: deflateSync(Buffer.from(content, 'latin1')), filter: '/Filter /FlateDecode' }] })
const plain = (content: string) => makePdf({ pages: [{ content }] })
const text = drawText(60, 700, 'Texte')

describe('drawings that show no white text are cleared', () => {
  test.each([
    ['black text', `0 g ${text}`],
    ['a white area under black text', `1 g 0 0 100 100 re f 0 g ${text}`],
    ['a white area in a state that is restored', `q 1 1 1 rg 0 0 100 100 re f Q ${text}`],
    ['white named only inside a text', `0 g ${drawText(60, 700, '1 g')} BT (1 g \\) 1 g) Tj ET`],
    ['white named in a comment', `0 g % 1 g\n${text}`],
    ['a dark ink', `0 0 0 1 k ${text}`],
  ])('%s', (_name, content) => expect([mayShowWhiteText(deflated(content)), mayShowWhiteText(plain(content))]).toEqual([false, false]))
})

describe('LLM-04: whatever may be white is looked at', () => {
  test.each([
    ['white text', `1 g ${text}`],
    ['nearly white text', `0.98 .97 1.0 rg ${text}`],
    ['white ink', `0 0 0 0 k ${text}`],
    ['a colour space that is not read', `/Cs8 cs 0 scn ${text}`],
    ['black named inside a text', `1 g BT (0 g \\)0 g) Tj ET`],
    ['black named in a comment', `1 g % 0 g\n${text}`],
    ['a state restored to white', `1 g q 0 g Q ${text}`],
    ['a form that goes on with white', '1 g /Im1 Do'],
    ['white kept for the next stream of the page', '0 g 1 g'],
    ['white kept under another state', '1 g q 0 g'],
    ['an inline image', `BI /W 1 /H 1 ID x EI ${text}`],
  ])('%s', (_name, content) => expect([mayShowWhiteText(deflated(content)), mayShowWhiteText(plain(content))]).toEqual([true, true]))

  test('compressions that are not read, names written in another way, encryption', () => {
    const page = (filter: string) => makePdf({ pages: [{ content: text, filter }] })
    expect(mayShowWhiteText(page('/Filter /ASCIIHexDecode'))).toBe(true)
    expect(mayShowWhiteText(page('/Filter [/FlateDecode /ASCIIHexDecode]'))).toBe(true)
    expect(mayShowWhiteText(page('/F#69lter /ASCIIHexDecode'))).toBe(true)
    expect(mayShowWhiteText(page('/Filter 12 0 R'))).toBe(true)
    expect(mayShowWhiteText(makePdf({ pages: [{ content: text }], trailer: '/Encrypt 9 0 R' }))).toBe(true)
    expect(mayShowWhiteText(page('/Filter /FlateDecode'))).toBe(true)
  })
})
