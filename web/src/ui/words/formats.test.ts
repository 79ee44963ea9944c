import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatLongDate, formatNumber, formatRelativeDay, formatSize, localDay, plural, truncate } from './formats.ts'

/** Returns the instant at which the local clock shows this time, in any time zone. */
const at = (...shown: [year: number, month: number, day: number, hour: number, minute: number]) => {
  const [year, month, day, hour, minute] = shown
  return new Date(year, month - 1, day, hour, minute)
}
const isoAt = (...shown: Parameters<typeof at>) => at(...shown).toISOString()

describe('dates', () => {
  it('are written day first, in the zone of the reader', () => {
    expect(formatDate(isoAt(2026, 3, 8, 0, 30))).toBe('08/03/2026')
    expect(formatDateTime(isoAt(2026, 3, 8, 0, 30))).toBe('08/03/2026 00:30')
    expect(formatDateTime(isoAt(2026, 12, 31, 23, 5))).toBe('31/12/2026 23:05')
    expect(formatLongDate('2026-03-07T10:00:00Z', 'Europe/Paris')).toBe('7 mars 2026')
    expect(localDay(isoAt(2026, 3, 8, 0, 30))).toBe('2026-03-08')
    expect(localDay(at(2026, 3, 7, 23, 30))).toBe('2026-03-07')
  })

  it('begin a month by its « 1er »', () => {
    expect(formatLongDate('2026-11-30T23:30:00Z', 'Europe/Paris')).toBe('1er\u00a0décembre 2026')
    expect(formatLongDate('2026-12-11T10:00:00Z', 'Europe/Paris')).toBe('11 décembre 2026')
    expect(formatLongDate('2026-12-21T10:00:00Z', 'Europe/Paris')).toBe('21 décembre 2026')
  })

  it('that cannot be read are empty', () => expect([formatDate('?'), formatDateTime('?'), formatRelativeDay('?')]).toEqual(['', '', '']))
})

describe('relative day', () => {
  const now = at(2026, 3, 10, 0, 30)
  it.each([
    [isoAt(2026, 3, 10, 0, 10), "Aujourd'hui"],
    [isoAt(2026, 3, 11, 0, 10), "Aujourd'hui"],
    [isoAt(2026, 3, 9, 23, 50), 'Hier'],
    [isoAt(2026, 3, 8, 8, 0), 'Il y a 2 jours'],
    [isoAt(2026, 3, 3, 23, 59), 'Il y a 7 jours'],
    [isoAt(2026, 3, 2, 23, 59), '02/03/2026'],
  ])('%s is %s', (iso, expected) => expect(formatRelativeDay(iso, now)).toBe(expected))

  it('counts civil days across the change to summer time', () => {
    expect(formatRelativeDay(isoAt(2026, 3, 28, 23, 30), at(2026, 3, 29, 23, 30))).toBe('Hier')
  })
})

it.each([
  [0, '0\u00a0o'],
  [820, '820\u00a0o'],
  [1023, '1\u202f023\u00a0o'],
  [1024, '1\u00a0ko'],
  [12_800, '12,5\u00a0ko'],
  [3 * 1024 ** 2, '3\u00a0Mo'],
  [5 * 1024 ** 4, '5\u202f120\u00a0Go'],
])('%i bytes are %s', (bytes, expected) => expect(formatSize(bytes)).toBe(expected))

it('writes numbers as Intl does for French readers', () => {
  const { format } = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })
  for (const value of [0, 7, 999, 1_000, 12_345.67, 999_999.96, 1_234_567, 0.04, 12.5, -1_234.5]) expect(formatNumber(value)).toBe(format(value))
})

it.each([
  [0, '0\u00a0document'],
  [1, '1\u00a0document'],
  [2, '2\u00a0documents'],
  [1200, '1\u202f200\u00a0documents'],
])('counts %i', (count, expected) => expect(plural(count, 'document')).toBe(expected))

it('takes irregular plurals', () => expect(plural(3, 'journal', 'journaux')).toBe('3\u00a0journaux'))

it('cuts between characters', () => {
  expect(truncate('abc', 3)).toBe('abc')
  expect(truncate('ab 👩 d', 4)).toBe('ab 👩…')
})
