import { expect, test } from 'vitest'
import { readableSize } from './present.ts'

test.each([
  [1, '1\u00a0o'],
  [850, '850\u00a0o'],
  [1_000, '1\u00a0ko'],
  [12_700, '12,4\u00a0ko'],
  [1_048_576, '1\u00a0Mo'],
  [26_214_400, '25\u00a0Mo'],
  [3 * 1024 ** 3, '3\u00a0Go'],
])('%d bytes read %s', (bytes, readable) => {
  expect(readableSize(bytes)).toBe(readable)
})
