/** Parts of a date and a time that a number format displays. */
export type DateFormat = {
  isWeekday: boolean
  isDay: boolean
  month: 'number' | 'name' | null
  isYear: boolean
  isHours: boolean
  isMinutes: boolean
  isSeconds: boolean
  /** Text between hours and minutes: “:” or « h ». */
  separator: string
}

/** Codes of the built-in date formats, which no part of the file describes. */
const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  14: 'dd/mm/yyyy',
  15: 'd mmm yyyy',
  16: 'd mmm',
  17: 'mmm yyyy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
}

/** Returns the code of a built-in date format, if the identifier is one. */
export const builtInDateCode = (id: number): string | undefined => BUILT_IN_FORMATS[id]

const TOKENS = /"([^"]*)"|\\([^])|\[[^\]]*\]|AM\/PM|A\/P|[dj]+|m+|[ya]+|h+|s+|[^]/gi
const BRACKETED_UNIT = /^\[(h+|m+|s+)\]$/i

/** Parses the code of a date format, English or French (« jj/mm/aaaa »). Only its first section counts. */
export function readDateFormat(code: string): DateFormat {
  const tokens: string[] = []
  const literals: (string | undefined)[] = []
  for (const [token, quotedText, escaped] of code.matchAll(TOKENS)) {
    if (token === ';') break
    const letter =
      BRACKETED_UNIT.exec(token)?.[1] ?? (quotedText === undefined && escaped === undefined && /^(?:[dj]+|m+|[ya]+|h+|s+)$/i.test(token) ? token : null)
    if (letter) tokens.push(letter.toLowerCase())
    else if (tokens.at(-1)?.startsWith('h')) literals[tokens.length] = (literals[tokens.length] ?? '') + (quotedText ?? escaped ?? '')
  }
  const format: DateFormat = {
    isWeekday: false,
    isDay: false,
    month: null,
    isYear: false,
    isHours: false,
    isMinutes: false,
    isSeconds: false,
    separator: ':',
  }
  for (const [index, token] of tokens.entries()) {
    const kind = token[0]
    // The letter m stands for both months and minutes.
    if (kind === 'm' && token.length <= 2 && (tokens[index - 1]?.startsWith('h') || tokens[index + 1]?.startsWith('s'))) format.isMinutes = true
    else if (kind === 'm') format.month = token.length > 2 ? 'name' : 'number'
    else if (kind === 'h') {
      format.isHours = true
      if (literals[index + 1]?.trim().toLowerCase() === 'h') format.separator = 'h'
    } else if (kind === 's') format.isSeconds = true
    else if (kind === 'y' || kind === 'a') format.isYear = true
    else if (token.length > 2) format.isWeekday = true
    else format.isDay = true
  }
  return format
}

const DAY_MS = 86_400_000
const MONTHS = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre']
const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']

const twoDigits = (n: number) => String(n).padStart(2, '0')

/**
 * Formats a number of days since 1900 (or 1904) in French: « 12/03/2026 14:30 », « 12 mars 2026 », « mars 2026 ». Numeric dates are always day, month,
 * year. Null outside the calendar.
 */
export function formatSerialDate(serial: number, epoch1904: boolean, format: DateFormat): string | null {
  if (serial < 0 || serial > 2_958_465) return null
  const date = new Date(Math.round((serial - (epoch1904 ? 24_107 : 25_569)) * 86_400) * 1000)
  const hasTime = format.isHours || format.isMinutes || format.isSeconds
  const hasDate = format.isWeekday || format.isDay || format.month !== null || format.isYear
  const time = timeOf(date, format)
  if (!hasDate || serial < 1) return time
  const day = dateOf(date, format)
  return hasTime || serial % 1 ? `${day} ${time}` : day
}

function dateOf(date: Date, { isWeekday, isDay, month, isYear }: DateFormat): string {
  const [year, number] = [date.getUTCFullYear(), date.getUTCMonth()]
  const weekday = isWeekday ? `${WEEKDAYS[date.getUTCDay()]} ` : ''
  if (month === 'name') return `${weekday}${isDay ? `${date.getUTCDate()} ` : ''}${MONTHS[number]}${isDay || isYear ? ` ${year}` : ''}`
  if (!isDay && !isWeekday && isYear) return month ? `${twoDigits(number + 1)}/${year}` : String(year)
  return `${weekday}${twoDigits(date.getUTCDate())}/${twoDigits(number + 1)}/${year}`
}

function timeOf(date: Date, { isHours, isMinutes, isSeconds, separator }: DateFormat): string {
  const seconds = isSeconds ? `:${twoDigits(date.getUTCSeconds())}` : ''
  if (!isHours && isMinutes && isSeconds) return `${twoDigits(date.getUTCMinutes())}${seconds}`
  return `${twoDigits(date.getUTCHours())}${separator}${twoDigits(date.getUTCMinutes())}${seconds}`
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?Z?$/

/** Converts an ISO 8601 date to a serial number, in days since 1900. Null for any other text. */
export function serialOfIso(text: string): number | null {
  const parts = ISO.exec(text)
  if (!parts) return null
  const [year, month, day, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  return Date.UTC(year!, month! - 1, day, hours, minutes, seconds) / DAY_MS + 25_569
}

/** Format of a duration: the unit that is not limited to a day or an hour, and the text between hours and minutes. */
export type DurationFormat = { unit: 'h' | 'm' | 's'; separator: string }

/** Parses the code of a duration format, “[h]:mm”. Null for any other format. */
export function readDurationFormat(code: string): DurationFormat | null {
  const unit = /\[(h+|m+|s+)\]/i.exec(code.replace(/"[^"]*"|\\./g, ''))?.[1]
  return unit ? { unit: unit[0]!.toLowerCase() as DurationFormat['unit'], separator: readDateFormat(code).separator } : null
}

/**
 * Formats a duration, given in days, in its unit: hours beyond 24 (“35:30”, with non-zero seconds), minutes and seconds, or seconds. Null beyond safe
 * integers.
 */
export function formatDuration(days: number, { unit, separator }: DurationFormat): string | null {
  const seconds = Math.round(Math.abs(days) * 86_400)
  if (!Number.isSafeInteger(seconds)) return null
  const sign = days < 0 && seconds > 0 ? '-' : ''
  const rest = seconds % 60
  if (unit === 's') return `${sign}${seconds}`
  if (unit === 'm') return `${sign}${Math.floor(seconds / 60)}:${twoDigits(rest)}`
  return `${sign}${Math.floor(seconds / 3_600)}${separator}${twoDigits(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${twoDigits(rest)}`}`
}
