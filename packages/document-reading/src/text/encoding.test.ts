import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText } from './encoding.ts'

const FRENCH = 'Délibération n° 12 : l’école élémentaire reçoit une subvention de 1 500 francs « à titre exceptionnel ». Où ? À Corte, dès février.\n'

describe('decodeText', () => {
  test.each([
    ['utf-8', 'utf-8'],
    ['windows-1252', 'windows-1252'],
    ['macroman', 'macroman'],
    ['utf-16le', 'utf-16le'],
    ['utf-16be', 'utf-16be'],
  ])('recognises %s without a mark', (encoding, expected) => {
    const { text, encoding: found } = decodeText(iconv.encode(FRENCH, encoding))
    expect(found).toBe(expected)
    expect(text).toBe(FRENCH)
  })

  test('knows the euro of Mac Roman', () => {
    expect(decodeText(Buffer.from([...Buffer.from('cr'), 0x8e, ...Buffer.from('dit vot'), 0x8e, ...Buffer.from(' : 5 '), 0xdb])).text).toBe('crédit voté : 5 €')
  })

  test('does not take a final accent for a cut character', () => {
    expect(decodeText(iconv.encode('le budget est voté', 'windows-1252')).text).toBe('le budget est voté')
  })

  test.each(['utf-8', 'utf-16le', 'utf-16be'])('believes the mark of %s', (encoding) => {
    expect(decodeText(iconv.encode('é', encoding, { addBOM: true })).text.replace('\uFEFF', '')).toBe('é')
  })

  test('sees accents that come late in a long file', () => {
    expect(decodeText(iconv.encode(`${'ligne sans accent\n'.repeat(5000)}été`, 'windows-1252')).text.endsWith('été')).toBe(true)
  })

  test('reads UTF-8 in which a program has cut a text in the middle of a character', () => {
    const spoilt = Buffer.concat([Buffer.from(FRENCH), Buffer.from([0xc3]), Buffer.from(`;${FRENCH}`)])
    expect(decodeText(spoilt)).toEqual({ text: `${FRENCH}\uFFFD;${FRENCH}`, encoding: 'utf-8' })
  })

  test('does not take for UTF-8 the few pairs that look like it', () => {
    const text = 'l’état a été voté, élu à l’école'
    expect(decodeText(iconv.encode(text, 'macroman'))).toEqual({ text, encoding: 'macroman' })
  })

  test('accepts UTF-8 cut in the middle of a character', () => {
    const bytes = Buffer.from(`${FRENCH}é`)
    expect(decodeText(bytes.subarray(0, bytes.length - 1)).encoding).toBe('utf-8')
  })
})
