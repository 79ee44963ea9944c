import type { Match } from '../matches.ts'

const months = String.raw`(?:janv(?:ier|\.)?|f[ée]vr?(?:ier|\.)?|mars|avr(?:il|\.)|mai|juin|juil(?:let|\.)?|ao[ûu]t|sept(?:embre|\.)?|oct(?:obre|\.)?|nov(?:embre|\.)?|d[ée]c(?:embre|\.)?)`
const writtenNumber = String.raw`(?:premier|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mil(?:le)?|et)`
/** Dates in figures, with the month in letters, ISO, or in words as in civil registers. */
const datePattern = new RegExp(
  String.raw`(?<![\d\p{L}]|\d[./-])(?:\d{1,2} ?[./-] ?\d{1,2} ?[./-] ?(?:\d{4}|\d{2})|\d{2} \d{2} (?:19|20)\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}(?:er)? {1,3}${months} {1,3}(?:\d{4}|\d{2})|${writtenNumber}(?:[ -]${writtenNumber}){0,3} ${months} ${writtenNumber}(?:[ -]${writtenNumber}){1,10})(?![\d\p{L}]|[./-]\d)`,
  'giu',
)
/** Words of birth before a date. */
const birthWord =
  /(?<![a-zà-ÿ\d])(?:n[ée]+e?(?:\((?:e|e?s)\)|[.-]e)?s?(?![a-zà-ÿ\d])|(?:date|datenaissance|date_naissance)[a-z_ ]{0,20}naissance|naiss(?:ance|\.)|ddn|d\. ?n\.|birth ?date)/gi
const notBirth =
  /(?:actes?|extrait|copie.{0,20}|cong[ée]s?|prime|d[ée]claration|certificat|attestation|livret|jour|suite (?:à|de)|nombre|liste) (?:de |d'|du |des )(?:acte de )?$/i
/** Text allowed between the word and the date: neither another date nor the end of a sentence. */
const birthGap = /^(?:[^\n;!?|\d]|\(\d{2,5}\)){0,60}$/

/** Finds dates of birth: dates after « né le », « date de naissance », « DDN »… Other dates stay. */
export function findBirths(text: string): Match[] {
  const found: Match[] = []
  for (const { 0: word, index } of text.matchAll(birthWord)) {
    const from = index + word.length
    const after = text.slice(from, from + 150)
    datePattern.lastIndex = 0
    const date = datePattern.exec(after)
    const before = /^n/i.test(word) && /^(?:\(e\))? (?:à|en|au)(?![a-zà-ÿ])/i.test(after) ? dateBefore(text, index) : null
    if (before) found.push({ ...before, kind: 'naissance', confidence: 0.8, reason: 'birth.before' })
    if (date && isBirth(text, word, index, after.slice(0, date.index)))
      found.push({ start: from + date.index, end: from + date.index + date[0].length, kind: 'naissance', confidence: 0.95, reason: 'birth.date' })
    else {
      const year = /^(?:\(e\))? (?:en|vers) ((?:\p{L}{3,9} )?(?:19|20)\d\d)(?![\d\p{L}]|[./-]\d)/u.exec(after)
      if (year && /^n/i.test(word) && !/(?:êtes|sont|personnes?|enfants?|salariés?) $/i.test(text.slice(Math.max(0, index - 12), index)))
        found.push({ start: from + year[0].length - year[1]!.length, end: from + year[0].length, kind: 'naissance', confidence: 0.7, reason: 'birth.year' })
    }
  }
  return found
}

/** Returns the date that a separator and the word of birth follow: « 12/03/1950 – né à Dax ». */
function dateBefore(text: string, index: number): { start: number; end: number } | null {
  const from = Math.max(0, index - 40)
  const lead = text.slice(from, index)
  datePattern.lastIndex = 0
  for (let date = datePattern.exec(lead); date; date = datePattern.exec(lead))
    if (/^ ?[,(-] ?$/.test(lead.slice(date.index + date[0].length))) return { start: from + date.index, end: from + date.index + date[0].length }
  return null
}

function isBirth(text: string, word: string, index: number, gap: string): boolean {
  if (!birthGap.test(gap) || /(?:entre|avant|après|compter|depuis|plus (?:tard|tôt)|jusqu|partir)/i.test(gap) || (gap.length > 12 && /\.\s+\p{Lu}/u.test(gap)))
    return false
  if (/^naiss/i.test(word)) {
    if (notBirth.test(text.slice(Math.max(0, index - 40), index)) && !/^ ?:/.test(gap)) return false
    return /^(?: ?[:=]|,? (?:le|du|au) $|[ .]{0,3}$)/i.test(gap) || /(?:de|la|sa|leur) $/i.test(text.slice(Math.max(0, index - 12), index))
  }
  return !/^ne/i.test(word) || /^ {0,3}(?:\(?e?\)? {0,3})?(?:le\b|en\b|:|à|a\b)/i.test(gap)
}

/** Whether a cell of a table is a date, or a year. */
export const dateInCell = (cell: string): { start: number; end: number } | null => {
  datePattern.lastIndex = 0
  const match = datePattern.exec(cell)
  return match && { start: match.index, end: match.index + match[0].length }
}
