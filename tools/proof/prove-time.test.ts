import { expect, test } from 'vitest'
import { keepLast, timingRows, type Timing } from './prove-time.ts'

const timing = (total: number, taken = 0): Timing => ({
  date: '2026-11-23T18:07:09.000Z',
  commit: 'abc1234',
  taken,
  passed: true,
  totals: '9 passed, 0 failed, 0 skipped',
  total,
  steps: { installation: 31, check: 45, e2e: total - 76 },
})

test('the last three are kept, free and taken apart', () => {
  const kept = keepLast([timing(1), timing(2), timing(9, 0.3), timing(3), timing(4)])
  expect(kept.map(({ total }) => total)).toEqual([2, 3, 4, 9])
})

test('a row tells the share taken, the whole, and where the time went', () => {
  expect(timingRows([timing(899, 0.334)])).toEqual([
    {
      'processeur pris par ailleurs': '33 %',
      'en tout': '14 min 59 s',
      installation: '31 s',
      check: '45 s',
      e2e: '13 min 43 s',
      résultat: '9 passed, 0 failed, 0 skipped',
      'date (UTC)': '2026-11-23 18:07',
      code: 'abc1234',
    },
  ])
})
