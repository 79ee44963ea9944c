import { expect, it } from 'vitest'
import { currentRow } from './CategoryList.tsx'

const row = (id: string, count: number) => ({ id, count })

it('what a category holds is what the list last said of it', () => expect(currentRow([row('b', 4), row('a', 2)], row('a', 0))).toEqual(row('a', 2)))

it('one that is gone, or of a list that is not read, stays as it was shown', () => {
  const shown = row('a', 1)
  expect([currentRow([], shown), currentRow(undefined, shown)]).toEqual([shown, shown])
})
