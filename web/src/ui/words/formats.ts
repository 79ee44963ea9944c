/**
 * Words and figures as French readers expect them. Dates come as ISO 8601 text, in the zone of the browser. What nearly every screen says is
 * written here without Intl, whose first use costs a telephone a tenth of a second or more before the screen is drawn.
 */
const locale = 'fr-FR'
const day = 24 * 60 * 60 * 1000

const two = (value: number): string => String(value).padStart(2, '0')
const civilDay = (date: Date): string[] => [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())]

/** A date that cannot be read gives an empty text, never « Invalid Date ». */
function format(iso: string, inWords: (date: Date) => string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : inWords(date)
}

/** « 07/03/2026 » */
export function formatDate(iso: string): string {
  return format(iso, (date) => civilDay(date).reverse().join('/'))
}

/** « 7 mars 2026 », « 1er mars 2026 »; zone: the one of the browser unless given. */
export function formatLongDate(iso: string, timeZone?: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  return format(iso, (date) => new Intl.DateTimeFormat(locale, options).format(date).replace(/^1 /, '1er\u00a0'))
}

/** « 07/03/2026 14:05 », day/month/year hour:minute (specification, chapter 2, projects). */
export function formatDateTime(iso: string): string {
  return format(iso, (date) => `${formatDate(iso)} ${two(date.getHours())}:${two(date.getMinutes())}`)
}

/** « 2026-03-07 », as names of files have it: the civil day of an instant. */
export function localDay(date: Date | string): string {
  return civilDay(new Date(date)).join('-')
}

/** Number of a civil day in the zone of the browser: the difference of two is a number of days. */
export const dayNumber = (date: Date): number => Date.parse(`${localDay(date)}T00:00:00Z`) / day

/** "Aujourd'hui", "Hier", "Il y a N jours" up to 7 days, else a short date (specification, chapters 2 and 9). Days are civil days. */
export function formatRelativeDay(iso: string, now: Date = new Date()): string {
  return format(iso, (date) => {
    const days = dayNumber(now) - dayNumber(date)
    // A clock that is ahead of ours must not show tomorrow.
    if (days <= 0) return "Aujourd'hui"
    if (days === 1) return 'Hier'
    return days <= 7 ? `Il y a ${days} jours` : formatDate(iso)
  })
}

/** « 12 345,6 », at most one decimal. */
export function formatNumber(value: number): string {
  const [whole, tenth] = String(Math.round(value * 10) / 10).split('.') as [string, string?]
  return whole.replace(/\B(?=(?:\d{3})+$)/g, '\u202f') + (tenth === undefined ? '' : `,${tenth}`)
}

/** Size of a file: « 820 o », « 12,5 ko », « 3 Mo ». One ko is 1024 octets, as file managers count. */
export function formatSize(bytes: number): string {
  const units = ['o', 'ko', 'Mo', 'Go']
  const rank = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${formatNumber(bytes / 1024 ** rank)}\u00a0${units[rank]}`
}

/**
 * A count and its noun; in French 0 and 1 are singular.
 * @example plural(0, 'document') // « 0 document »; plural(2, 'cheval', 'chevaux') // « 2 chevaux »
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)}\u00a0${Math.abs(count) < 2 ? one : many}`
}

/** Cuts at `length` characters (not in the middle of one) and adds « … ». */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}
