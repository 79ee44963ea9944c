import { expect, test } from 'vitest'
import { ageOf, drawRefreshValue, nextRefreshValue, readRefreshValue } from './refresh-value.ts'

const secret = new Uint8Array(32).fill(7)

test('a value is read back, and nothing else is', () => {
  const value = drawRefreshValue()
  expect(readRefreshValue(value.text)).toEqual(value)
  for (const wrong of ['', 'abc', `${value.text}A`, value.text.slice(1), value.text.replace(/^./, '!'), 'a.b.c']) expect(readRefreshValue(wrong)).toBeNull()
})

test('a value carries 256 secret bits and its successor cannot be told from it', () => {
  const value = drawRefreshValue()
  expect(Buffer.from(value.text, 'base64url')).toHaveLength(48)
  const next = nextRefreshValue(secret, value)
  expect(next.session_id).toBe(value.session_id)
  expect(next.text).not.toBe(value.text)
  expect(nextRefreshValue(new Uint8Array(32), value).text).not.toBe(next.text)
})

test('an ancestor is recognised as far as the rotations go, a stranger never', () => {
  const first = drawRefreshValue()
  const second = nextRefreshValue(secret, first)
  const third = nextRefreshValue(secret, second)
  expect(ageOf(secret, third, third.hash, 2)).toBe(0)
  expect(ageOf(secret, second, third.hash, 2)).toBe(1)
  expect(ageOf(secret, first, third.hash, 2)).toBe(2)
  expect(ageOf(secret, first, third.hash, 1)).toBeNull()
  expect(ageOf(secret, drawRefreshValue(), third.hash, 2)).toBeNull()
})
