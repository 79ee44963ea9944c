import { expect, it } from 'vitest'
import { axisTicks, labelledColumns } from './Columns.tsx'

it('graduates in whole round numbers that hold the highest value', () => {
  expect(axisTicks(0)).toEqual([0, 1])
  expect(axisTicks(1)).toEqual([0, 1])
  expect(axisTicks(3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(5)).toEqual([0, 2, 4, 6])
  expect(axisTicks(37)).toEqual([0, 10, 20, 30, 40])
  expect(axisTicks(1_999)).toEqual([0, 500, 1_000, 1_500, 2_000])
  for (let max = 0; max < 3_000; max += 7) {
    const ticks = axisTicks(max)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

it('labels the last column, and as many before it as there is room for', () => {
  expect(labelledColumns(7, 1)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelledColumns(7, 2)).toEqual([0, 2, 4, 6])
  expect(labelledColumns(30, 9.5)).toEqual([9, 19, 29])
})
