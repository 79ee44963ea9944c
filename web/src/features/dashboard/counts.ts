import type { Dashboard } from '@parvis/contract'

export type Day = Dashboard['days'][number]

const short = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

// A civil day has no zone: both forms read it as it is written.
const instant = (day: string) => new Date(`${day}T00:00:00Z`)

/** « 21 nov. » */
export const shortDay = (day: string): string => short.format(instant(day))
/** « samedi 21 novembre » */
export const longDay = (day: string): string => long.format(instant(day))

/** The sum of one count over the period. */
export const sum = (days: readonly Day[], count: Exclude<keyof Day, 'day'>): number => days.reduce((total, day) => total + day[count], 0)

/** Replies that did not reach their end, whatever the reason. */
export const unfinished = (day: Day): number => day.failed + day.cut + day.stopped

/** « 2,5 % » of the whole; « 0 % » of nothing. */
export function share(part: number, whole: number): string {
  return new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole)
}
