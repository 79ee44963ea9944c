import { expect, test } from 'vitest'
import { step } from './use-standing.ts'

test('the arrows go round the list, and nowhere in an empty one', () => {
  expect([step(-1, 1, 3), step(2, 1, 3), step(0, -1, 3), step(-1, 1, 0)]).toEqual([0, 0, 2, -1])
})
