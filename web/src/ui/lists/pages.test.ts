import { expect, it } from 'vitest'
import { pagesAround, rowsInSight } from './pages.ts'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
  [9, 9, [1, null, 8, 9]],
])('page %i of %i offers %j', (page, pages, expected) => expect(pagesAround(page, pages)).toEqual(expected))

it.each([
  [1, 8],
  [2, 33],
  [4, 83],
])('%i pages of a list that is read on hold %i rows', (pages, rows) => expect(rowsInSight(pages, { first: 8, next: 25 })).toBe(rows))
