import { expect, it } from 'vitest'
import { dayInParis, formatFrenchDate, nextMonthInParis } from './paris.ts'

it.each([
  // Winter and summer, and the months where the clock changes.
  ['2026-11-26T04:00:00Z', '2026-11-26', '2026-11-30T23:00:00.000Z'],
  ['2026-12-31T22:59:59Z', '2026-12-31', '2026-12-31T23:00:00.000Z'],
  ['2026-12-31T23:00:00Z', '2027-01-01', '2027-01-31T23:00:00.000Z'],
  ['2026-03-01T00:00:00Z', '2026-03-01', '2026-03-31T22:00:00.000Z'],
  ['2026-03-31T21:59:59Z', '2026-03-31', '2026-03-31T22:00:00.000Z'],
  ['2026-03-31T22:00:00Z', '2026-04-01', '2026-04-30T22:00:00.000Z'],
  ['2026-10-25T00:30:00Z', '2026-10-25', '2026-10-31T23:00:00.000Z'],
  ['2026-09-30T22:00:00Z', '2026-10-01', '2026-10-31T23:00:00.000Z'],
  ['2028-02-29T12:00:00Z', '2028-02-29', '2028-02-29T23:00:00.000Z'],
])('at %s it is %s in Paris, and the month ends at %s', (at, day, ends) => {
  expect(dayInParis(new Date(at))).toBe(day)
  expect(nextMonthInParis(new Date(at)).toISOString()).toBe(ends)
})

it('says a day as a sentence does, and its hour', () => {
  expect(formatFrenchDate(new Date('2026-12-21T13:05:00Z'), 'short')).toBe('21 décembre 2026 à 14:05')
  expect(formatFrenchDate(new Date('2026-11-30T23:00:00Z'))).toBe('1er\u00a0décembre 2026')
  expect(formatFrenchDate(new Date('2026-07-31T22:00:00Z'))).toBe('1er\u00a0août 2026')
})
