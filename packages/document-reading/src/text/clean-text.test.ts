import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { cleanText, looksDeliberate, noHiddenCharacters } from './clean-text.ts'

const clean = (text: string) => cleanText(text, noHiddenCharacters())

describe('cleanText', () => {
  test.each([
    ['spells out ligatures', 'eﬃcace et conﬂit', 'efficace et conflit'],
    ['composes accents', 'de\u0301libe\u0301ration', 'délibération'],
    ['drops soft hyphens', 'déli\u00ADbération', 'délibération'],
    ['reads C1 controls as Windows-1252', 'Ville \x96 15 \x80', 'Ville – 15 €'],
    ['turns leaked control escapes into blanks', 'Crèche_x0001_Avenant', 'Crèche Avenant'],
    ['drops NUL, that PostgreSQL refuses', 'a\0b', 'a b'],
    ['keeps line breaks and collapses blanks', 'un  deux \r\n trois', 'un deux\ntrois'],
    ['keeps the joiner of an emoji', '👩\u200D🏫 école', '👩\u200D🏫 école'],
    ['keeps no-break spaces', '12\u00A0000\u00A0€', '12\u00A0000\u00A0€'],
  ])('%s', (_name, raw, expected) => expect(clean(raw)).toBe(expected))

  test('reads each C1 control as Windows-1252 does, in capitals too', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 0x80 + at))
    // Five of these bytes have no character in Windows-1252.
    const expected = [...iconv.decode(bytes, 'windows-1252')].map((letter) => (letter === '\uFFFD' ? ' ' : letter))
    expect([...bytes].map((code) => clean(`a${String.fromCharCode(code)}b`))).toEqual(expected.map((letter) => `a${letter}b`))
    expect(clean('L\x92HA\x9F-LES-ROSES')).toBe('L’HAŸ-LES-ROSES')
  })

  test('LLM-04: removes and counts what a reader cannot see', () => {
    const hidden = noHiddenCharacters()
    const tagged = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
    expect(cleanText(`Tarif${tagged} \u202Eunique\u200B`, hidden)).toBe('Tarif unique')
    expect(hidden.tags).toBeGreaterThan(0)
    expect(hidden).toMatchObject({ bidi: 1, zeroWidth: 1 })
    expect(looksDeliberate(hidden)).toBe(true)
    expect(looksDeliberate({ tags: 0, bidi: 0, zeroWidth: 3 })).toBe(false)
  })

  test('any input gives a storable text, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (raw) => {
        const once = clean(raw)
        expect(once).not.toMatch(/[\0-\x08\uFB01\u200B\u202E]/u)
        expect(once.isWellFormed()).toBe(true)
        expect(clean(once)).toBe(once)
      }),
    )
  })
})
