import { plural } from './formats.ts'

/** A number of days as people say it: « 30 jours », « 6 mois », « 2 ans ». Months count 30 days, years 365; what is neither is told in days. */
export function durationText(days: number): string {
  if (days >= 365 && days % 365 === 0) return plural(days / 365, 'an')
  if (days >= 60 && days < 365 && days % 30 === 0) return `${days / 30}\u00a0mois`
  return plural(days, 'jour')
}
