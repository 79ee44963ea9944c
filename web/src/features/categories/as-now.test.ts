import { expect, it } from 'vitest'
import { asNow } from './as-now.ts'

it('what a category holds is what the list last said of it', () => {
  const rows = [
    { id: 'b', count: 4 },
    { id: 'a', count: 2 },
  ]
  expect(asNow(rows, { id: 'a', count: 0 })).toEqual({ id: 'a', count: 2 })
})

it('one that is gone, or of a list that is not read, stays as it was shown', () => {
  const shown = { id: 'a', count: 1 }
  expect([asNow([], shown), asNow(undefined, shown)]).toEqual([shown, shown])
})
