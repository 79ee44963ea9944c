import { expect, it } from 'vitest'
import { visibleRows } from './MoreRows.tsx'
import { pagesAround } from './Pagination.tsx'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
  [9, 9, [1, null, 8, 9]],
])('page %i of %i offers %j', (page, pages, expected) => expect(pagesAround(page, pages)).toEqual(expected))

it.each([
  [1, ['a', 'b']],
  [2, ['a', 'b', 'c', 'd', 'e']],
  [20, ['a', 'b', 'c', 'd', 'e']],
])('of five rows at hand, %i pages from two rows on show %j', (pages, shown) => expect(visibleRows(['a', 'b', 'c', 'd', 'e'], pages, 2)).toEqual(shown))
