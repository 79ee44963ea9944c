import { expect, test } from 'vitest'
import { formatCell, styleOfFormat } from './xlsx-styles.ts'

const shown = (code: string, value: number, id = 164) => formatCell(String(value), styleOfFormat(id, code))

test('a number under the thousands separator of French Excel is no amount in euros', () => {
  const thousands = String.raw`_-* #,##0.00\ _€_-;\-* #,##0.00\ _€_-;_-* "-"??\ _€_-;_-@_-`
  expect(shown(thousands, 1234.5)).toBe('1\u202F234,5')
  expect(shown(thousands, 812, 43)).toBe('812')
  expect(shown(thousands.replaceAll('_€', '"€"'), 1234.5)).toBe('1\u202F234,5 €')
  expect(shown('#,##0.00\\ [$€-40C]', 12)).toBe('12 €')
  expect(shown('0"_€"', 12)).toBe('12 €')
})

test('a time that goes on past a day is a number of hours, not a date', () => {
  expect(shown('[h]:mm', 35.5 / 24)).toBe('35:30')
  expect(shown('', 1607 / 24, 46)).toBe('1607:00')
  expect(shown('[hh]:mm:ss', 1 / 1440 + 5 / 86_400)).toBe('0:01:05')
  expect(shown('[h]:mm;@', -0.25)).toBe('-6:00')
  expect(shown('[h]:mm', 1e300)).toBe('1e+300')
})

test('dates, times of day and colours are told apart from it', () => {
  expect(shown('dd/mm/yyyy', 45_352)).toBe('01/03/2024')
  expect(shown('[$-40C]hh:mm', 0.375)).toBe('09:00')
  expect(shown('[Red]0.0', 1.5)).toBe('1,5')
  expect(shown('"[h]" 0', 3)).toBe('3')
})
