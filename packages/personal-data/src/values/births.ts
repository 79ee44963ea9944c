import type { Match } from '../matches.ts'

const months = String.raw`(?:janv(?:ier|\.)?|f[ée]vr?(?:ier|\.)?|mars|avr(?:il|\.)|mai|juin|juil(?:let|\.)?|ao[ûu]t|sept(?:embre|\.)?|oct(?:obre|\.)?|nov(?:embre|\.)?|d[ée]c(?:embre|\.)?)`
const writtenNumber = String.raw`(?:premier|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mil(?:le)?|et)`
/** Dates in figures, with the month in letters, ISO, or in words as in civil registers. */
const datePattern = new RegExp(
  String.raw`(?<![\d\p{L}]|\d[./-])(?:\d{1,2} ?[./-] ?\d{1,2} ?[./-] ?(?:\d{4}|\d{2})|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}(?:er)? {1,3}${months} {1,3}(?:\d{4}|\d{2})|${writtenNumber}(?:[ -]${writtenNumber}){0,3} ${months} ${writtenNumber}(?:[ -]${writtenNumber}){1,10})(?![\d\p{L}]|[./-]\d)`,
  'giu',
)
const yearPattern = /(?<![\d\p{L}])(?:19|20)\d\d(?![\d\p{L}]|[./-]\d)/gu
/** A word of birth on the same line, with neither another date nor the end of a sentence up to the value. */
const birthBefore =
  /(?:(?<![\p{L}\d])n[ée]+e?(?:\((?:e|e?s)\)|[.-]e)?s?(?![\p{L}\d])|date (?:et (?:lieu|heure) )?(?:de )?(?:sa |la |leur )?naissance|naissance ?[:=]|de naissance(?: le)? ?:?|naissance,? (?:le|du|au)|(?<!\p{L})ddn|(?<!\p{L})d\. ?n\.|n[ée]\(?e?\)? ?:|birth ?date|date_naissance|(?<!\p{L})naiss?\.?)(?<gap>[^\n;!?|\d]{0,60})$/iu
const unaccented = /(?<![\p{L}\d])nee?(?![\p{L}\d])/iu
const notBirth =
  /(?:acte|extrait|copie[^\n]{0,20}|cong[ée]s?|prime|d[ée]claration|certificat|attestation|livret|jour|suite (?:à|de)) (?:de |d'|du )(?:acte de )?naissances?(?! ?:)[^\n]{0,60}$/iu

/** Finds dates of birth: dates after « né le », « date de naissance », « DDN »… Other dates stay. */
export function findBirths(text: string): Match[] {
  const found: Match[] = []
  for (const { 0: value, index } of text.matchAll(datePattern)) {
    const before = text.slice(Math.max(0, index - 90), index)
    const clue = birthBefore.exec(before)
    if (!clue || notBirth.test(before)) continue
    const gap = clue.groups!['gap']!
    if (/\.\s+\p{Lu}/u.test(gap) && gap.length > 12) continue
    const word = clue[0].slice(0, clue[0].length - gap.length)
    if (unaccented.test(word) && !/é/.test(word) && !/^ {0,3}(?:\(?e?\)? {0,3})?(?:le\b|en\b|:|à|a\b)/i.test(gap)) continue
    found.push({ start: index, end: index + value.length, kind: 'naissance', confidence: 0.95, reason: 'birth.date' })
  }
  for (const { 0: value, index } of text.matchAll(yearPattern)) {
    const before = text.slice(Math.max(0, index - 30), index)
    if (/(?<![\p{L}\d])née?s?(?:\(e\))? (?:en|vers)(?: \p{L}{3,9})? $/iu.test(before))
      found.push({ start: index, end: index + value.length, kind: 'naissance', confidence: 0.7, reason: 'birth.year' })
  }
  return found
}

/** Whether a cell of a table is a date, or a year. */
export const dateInCell = (cell: string): { start: number; end: number } | null => {
  datePattern.lastIndex = 0
  const match = datePattern.exec(cell)
  return match && { start: match.index, end: match.index + match[0].length }
}
