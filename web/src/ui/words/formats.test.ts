import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatLongDate, formatNumber, formatRelativeDay, formatSize, localDay, plural, truncate } from './formats.ts'

const paris = 'Europe/Paris'

describe('dates', () => {
  it('are written day first, in the zone of the reader', () => {
    expect(formatDate('2026-03-07T23:30:00Z', paris)).toBe('08/03/2026')
    expect(formatDateTime('2026-03-07T23:30:00Z', paris)).toBe('08/03/2026 00:30')
    expect(formatLongDate('2026-03-07T10:00:00Z', paris)).toBe('7 mars 2026')
    expect(localDay('2026-03-07T23:30:00Z', paris)).toBe('2026-03-08')
    expect(localDay(new Date('2026-03-07T23:30:00Z'), 'UTC')).toBe('2026-03-07')
  })

  it('begin a month by its « 1er »', () => {
    expect(formatLongDate('2026-11-30T23:30:00Z', paris)).toBe('1er\u00a0décembre 2026')
    expect(formatLongDate('2026-12-11T10:00:00Z', paris)).toBe('11 décembre 2026')
    expect(formatLongDate('2026-12-21T10:00:00Z', paris)).toBe('21 décembre 2026')
  })

  it('that cannot be read are empty', () => expect([formatDate('?'), formatDateTime('?'), formatRelativeDay('?')]).toEqual(['', '', '']))
})

describe('relative day', () => {
  const now = new Date('2026-03-10T00:30:00+01:00')
  it.each([
    ['2026-03-10T00:10:00+01:00', "Aujourd'hui"],
    ['2026-03-11T00:10:00+01:00', "Aujourd'hui"],
    ['2026-03-09T23:50:00+01:00', 'Hier'],
    ['2026-03-08T08:00:00+01:00', 'Il y a 2 jours'],
    ['2026-03-03T23:59:00+01:00', 'Il y a 7 jours'],
    ['2026-03-02T23:59:00+01:00', '02/03/2026'],
  ])('%s is %s', (iso, expected) => expect(formatRelativeDay(iso, now, paris)).toBe(expected))

  it('counts civil days across the change to summer time', () => {
    expect(formatRelativeDay('2026-03-28T23:30:00+01:00', new Date('2026-03-29T23:30:00+02:00'), paris)).toBe('Hier')
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

it('writes numbers with French separators', () => expect(formatNumber(12345.67)).toBe('12\u202f345,7'))

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
