import { plural } from './formats.ts'

/** Formats a number of days as « 30 jours », « 6 mois » or « 2 ans ». A month counts 30 days, a year 365; other numbers are given in days. */
export function durationText(days: number): string {
  if (days >= 365 && days % 365 === 0) return plural(days / 365, 'an')
  if (days >= 60 && days < 365 && days % 30 === 0) return `${days / 30}\u00a0mois`
  return plural(days, 'jour')
}
