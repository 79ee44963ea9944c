/**
 * French formats. Dates are ISO 8601 texts, shown in the time zone of the browser. The formats used on nearly every screen avoid Intl, whose first use
 * delays the screen by a tenth of a second or more on a phone.
 */
const locale = 'fr-FR'
const day = 24 * 60 * 60 * 1000

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const civilDay = (date: Date): string[] => [String(date.getFullYear()), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())]

/** Returns an empty text for an invalid date, never « Invalid Date ». */
function formatValidDate(iso: string, inWords: (date: Date) => string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : inWords(date)
}

/** « 07/03/2026 » */
export function formatDate(iso: string): string {
  return formatValidDate(iso, (date) => civilDay(date).reverse().join('/'))
}

/** « 7 mars 2026 », « 1er mars 2026 ». Default time zone: that of the browser. */
export function formatLongDate(iso: string, timeZone?: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  return formatValidDate(iso, (date) => new Intl.DateTimeFormat(locale, options).format(date).replace(/^1 /, '1er\u00a0'))
}

/** « 07/03/2026 14:05 » (specification, chapter 2, projects). */
export function formatDateTime(iso: string): string {
  return formatValidDate(iso, (date) => `${formatDate(iso)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`)
}

/** « 2026-03-07 »: the local date of an instant, for file names. */
export function localDay(date: Date | string): string {
  return civilDay(new Date(date)).join('-')
}

/** Number of the local date of an instant: the difference between two of them is a number of days. */
export const dayNumber = (date: Date): number => Date.parse(`${localDay(date)}T00:00:00Z`) / day

/** "Aujourd'hui", "Hier", "Il y a N jours" up to 7 days, else a short date (specification, chapters 2 and 9). Days are calendar days. */
export function formatRelativeDay(iso: string, now: Date = new Date()): string {
  return formatValidDate(iso, (date) => {
    const days = dayNumber(now) - dayNumber(date)
    // A server clock that runs ahead must not give a date of tomorrow.
    if (days <= 0) return "Aujourd'hui"
    if (days === 1) return 'Hier'
    return days <= 7 ? `Il y a ${days} jours` : formatDate(iso)
  })
}

/** « 12 345,6 », with at most one decimal. */
export function formatNumber(value: number): string {
  const [integerPart, tenth] = String(Math.round(value * 10) / 10).split('.') as [string, string?]
  return integerPart.replace(/\B(?=(?:\d{3})+$)/g, '\u202f') + (tenth === undefined ? '' : `,${tenth}`)
}

/** Size of a file: « 820 o », « 12,5 ko », « 3 Mo ». One ko is 1024 bytes, as in file managers. */
export function formatSize(bytes: number): string {
  const units = ['o', 'ko', 'Mo', 'Go']
  const rank = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${formatNumber(bytes / 1024 ** rank)}\u00a0${units[rank]}`
}

/**
 * Count followed by its noun. In French, 0 and 1 are singular.
 * @example plural(0, 'document') // « 0 document »; plural(2, 'cheval', 'chevaux') // « 2 chevaux »
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)}\u00a0${Math.abs(count) < 2 ? one : many}`
}

/** Cuts a text at `length` characters (code points) and adds « … ». */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}

/** Formats names as « A », « B » et « C ». */
export const quotedList = (names: readonly string[]): string => new Intl.ListFormat('fr').format(names.map((name) => `«\u00a0${name}\u00a0»`))

/** Formats a number of days as « 30 jours », « 6 mois » or « 2 ans ». A month counts 30 days, a year 365; other numbers are given in days. */
export function durationText(days: number): string {
  if (days >= 365 && days % 365 === 0) return plural(days / 365, 'an')
  if (days >= 60 && days < 365 && days % 30 === 0) return `${days / 30}\u00a0mois`
  return plural(days, 'jour')
}
