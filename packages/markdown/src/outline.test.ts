import { expect, it } from 'vitest'
import { outlineAfter, outlines } from './segments.ts'

it.each([
  [[], 3, [3]],
  [[3], 4, [3, 4]],
  [[2], 4, [2, 4]],
  [[2, 4], 3, [2, 3]],
  [[2, 4], 2, [2]],
  [[3], 1, [1]],
])('after %j, a heading of depth %i gives %j', (outline, depth, expected) => expect(outlineAfter(outline, depth)).toEqual(expected))

it('follows the pieces, code left out', () => {
  expect(outlines(['## a', '```\n# code\n```', '#### b\ntexte', '# c', 'fin'])).toEqual([[], [2], [2], [2, 4], [1]])
})
