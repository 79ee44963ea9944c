import { expect, test } from 'vitest'
import { base32, codeOf, drawKey, findStep, keyUri, stepAt } from './totp.ts'

const key = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, for SHA-1: the last six of eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeOf(key, stepAt(new Date(seconds * 1_000)))).toBe(code)
})

// RFC 4648, section 10.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('«\u00a0%s\u00a0» is %s in base 32', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written)
})

test('the codes of half a minute before and after are taken, no others', () => {
  const now = new Date('2026-11-26T10:00:15Z')
  const step = stepAt(now)
  for (const near of [step - 1, step, step + 1]) expect(findStep(key, codeOf(key, near), now)).toBe(near)
  for (const far of [step - 2, step + 2]) expect(findStep(key, codeOf(key, far), now)).toBeNull()
  for (const odd of ['', '12345', '1234567', 'abcdef']) expect(findStep(key, odd, now)).toBeNull()
})

test('a key is drawn anew, of 160 bits, and told as applications read it', () => {
  expect(drawKey()).toHaveLength(20)
  expect(drawKey()).not.toEqual(drawKey())
  expect(keyUri(key, 'zoé@ville.fr')).toBe('otpauth://totp/Parvis%3Azo%C3%A9%40ville.fr?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Parvis')
})
