import { fold, normalise } from './normalise.ts'
import type { PersonalDataKind } from './types.ts'

/** Number of characters of a NIR without its key. */
const nirLength = 13

/**
 * Returns the comparison key of a value: without case, accents, spaces nor punctuation. The spellings of one telephone number (+33 and 0), of one NIR with
 * or without its key, and of one e-mail address have the same key.
 */
export function valueKey(kind: PersonalDataKind, value: string): string {
  const folded = fold(normalise(value).text).trim()
  if (kind === 'secret') return normalise(value).text.trim()
  if (kind === 'email')
    return folded
      .replace(/\s*[([{]\s*(?:at|arobase|chez|a)\s*[)\]}]\s*/, '@')
      .replace(/\s*[([{]\s*(?:dot|point|\.)\s*[)\]}]\s*/g, '.')
      .replace(/\s+/g, '')
  const signs = folded.replace(/[^\p{L}\p{N}]+/gu, '')
  if (kind === 'telephone') return phoneKey(folded)
  if (kind === 'nir') return signs.replace(/cle|key/, '').slice(0, nirLength)
  if (kind === 'naissance') return dateKey(folded) ?? signs
  return signs
}

function phoneKey(folded: string): string {
  const digits = folded.replace(/[^\d+]/g, '').replace(/^\+/, '00')
  const national = digits.replace(/^0033(?:0(?=\d{9}$))?/, '0')
  return /^[1-79]\d{8}$/.test(national) ? `0${national}` : national
}

const monthNames = ['janv', 'fev', 'mars', 'avr', 'mai', 'juin', 'juil', 'aout', 'sept', 'oct', 'nov', 'dec']

/** Returns a date as `YYYYMMDD`; null when it is not written in figures or with its month in letters. */
function dateKey(folded: string): string | null {
  const named = /^(\d{1,2})(?:er)?\s+([a-z]+)\.?\s+(\d{2,4})$/.exec(folded)
  const month = named ? monthNames.findIndex((name) => named[2]!.startsWith(name)) + 1 : 0
  if (named && month > 0) return joinDate(named[3]!, String(month), named[1]!)
  const [first = '', second = '', third = '', ...rest] = folded.match(/\d+/g) ?? []
  if (rest.length > 0 || third === '' || /[a-z]/.test(folded)) return null
  return first.length === 4 ? joinDate(first, second, third) : joinDate(third, second, first)
}

const joinDate = (year: string, month: string, day: string): string =>
  `${year.length === 2 ? (Number(year) > 30 ? 19 : 20) : ''}${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`
