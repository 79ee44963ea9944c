// Created once: a formatter costs a tenth of a millisecond, and each question needs the date several times.
const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' })
const hours = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', hourCycle: 'h23' })

/** Formats the day in Paris, YYYY-MM-DD. */
export const dayInParis = (at: Date): string => days.format(at)

/** Formats the current day in Paris, YYYY-MM-DD. */
export const todayInParis = ({ now }: { now(): Date }): string => dayInParis(now())

const hourInParis = (at: Date): number => Number(hours.format(at))

/** Returns the instant at which the next month begins in Paris, which is one or two hours ahead of UTC. Its clock never changes on the first of a month. */
export function nextMonthInParis(at: Date): Date {
  const [year, month] = dayInParis(at).split('-').map(Number) as [number, number]
  const midnight = new Date(Date.UTC(year, month, 1))
  return new Date(midnight.getTime() - hourInParis(midnight) * 3_600_000)
}

/** Formats a day YYYY-MM-DD in French: « 1er mars 2024 ». */
export const formatFrenchDay = (day: string): string => formatFrenchDate(new Date(`${day}T12:00:00Z`))

/** Formats the day in Paris in French, with the time when `timeStyle` is given: « 1er décembre 2026 à 14:05 ». */
export const formatFrenchDate = (at: Date, timeStyle?: 'short'): string =>
  at.toLocaleString('fr-FR', { dateStyle: 'long', timeStyle, timeZone: 'Europe/Paris' }).replace(/^1 /, '1er\u00a0')
