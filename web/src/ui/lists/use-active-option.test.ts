import { expect, test } from 'vitest'
import { nextIndex } from './use-active-option.ts'

test('the arrows go round the list, and nowhere in an empty one', () => {
  expect([nextIndex(-1, 1, 3), nextIndex(2, 1, 3), nextIndex(0, -1, 3), nextIndex(-1, 1, 0)]).toEqual([0, 0, 2, -1])
})
