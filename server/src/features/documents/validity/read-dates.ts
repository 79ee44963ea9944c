import { isDay, type DateProposal, type Day } from '@parvis/contract'

const months = ['janvier', 'fevrier', 'mars', 'avril', 'mai', 'juin', 'juillet', 'aout', 'septembre', 'octobre', 'novembre', 'decembre']
const date = String.raw`((?:1er|\d{1,2})[ ](?:${months.join('|')})[ ]\d{4}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{4}-\d\d-\d\d)`
const from = '(?:a compter du|a partir du|des le|depuis le|au|le|du)'

/** Removes accents and capitals, one character for one: positions stay those of the text. */
export const foldInPlace = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\u0000-\u007f]/g, (letter) => {
      const base = letter.normalize('NFD')[0]!.toLowerCase()
      return base.length === letter.length ? base : letter
    })
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/\s/g, ' ')
    .replace(/’/g, "'")

type Rule = { field: DateProposal['field']; pattern: RegExp; /** Days added to the date: an end « à compter du » is the day before. */ shift?: -1 }

const rule = (field: Rule['field'], words: string, shift?: -1): Rule => ({ field, pattern: new RegExp(words, 'g'), ...(shift && { shift }) })

/** Rules in the order of their proposals: those that say more come first. */
const rules: readonly Rule[] = [
  rule(
    'valid_from',
    String.raw`(?:applicables?|s'appliquent?|s'appliquera|appliquee?s?|prend effet|prendra effet|prennent effet|entre en vigueur|entrent en vigueur|entrera en vigueur|entreront en vigueur|entree? en vigueur(?: est fixee)?|en vigueur|effet|valables?)[^.;\n]{0,40}?[ ]${from}[ ]${date}`,
  ),
  rule('valid_from', String.raw`(?:version|redaction|edition)[ ](?:applicable |en vigueur |mise a jour )?(?:du|au|le)[ ]${date}`),
  rule('valid_from', String.raw`(?<![\p{L}])a compter du[ ]${date}`),
  rule('valid_from', String.raw`(?:mis(?:e)? a jour|derniere mise a jour|actualise(?:e)?)[ ](?:le|du|au)?[ ]?:?[ ]?${date}`),
  rule('valid_from', String.raw`deliberation[ ](?:n[°o] ?[\w./-]{1,20}[ ])?(?:en date )?du[ ]${date}`),
  rule('valid_from', String.raw`(?:seance|reunion du conseil|conseil municipal)[ ](?:ordinaire )?du[ ]${date}`),
  rule('valid_until', String.raw`jusqu'au[ ]${date}`),
  rule('valid_until', String.raw`(?:expire|prend fin|prendra fin|cesse(?:ra)? de s'appliquer|fin de validite|date de fin)[ ]?(?:le|au|:)?[ ]${date}`),
  rule('valid_until', String.raw`(?:valables?|applicables?|en vigueur)[^.;\n]{0,20}[ ]du[ ](?:1er|\d{1,2})[^.;\n]{0,20}[ ]au[ ]${date}`),
  rule('valid_until', String.raw`(?:est |sont |sera )?abrogee?s?[ ](?:a compter du|a partir du|au|le)[ ]${date}`, -1),
]

/** Words before a date of another text: « Vu la délibération du… », « abroge le règlement en vigueur au… ». */
const ofAnother =
  /(?:(?<!\p{L})vus?|abroge(?:nt|ant)?|remplace(?:nt|ant)?|modifi(?:e|ee|ant)|annule(?:nt)?|conformement a|en application de)(?!\p{L})[^.;\n]{0,80}$/u

const maxProposals = 6
const maxQuoteLength = 160

/**
 * Reads the dates of validity that a document states in its text or its name. At most one proposal by field and day, the surest first.
 * @param text beginning of its text
 */
export function readDates({ filename, title, text }: { filename: string; title: string | null; text: string }): DateProposal[] {
  const proposals = [...(title === null ? [] : datesOfText(title)), ...datesOfText(text), ...datesOfName(filename)]
  const isFirst = (one: DateProposal, at: number) => proposals.findIndex(({ field, day }) => field === one.field && day === one.day) === at
  return proposals.filter(isFirst).slice(0, maxProposals)
}

function datesOfText(text: string): DateProposal[] {
  const folded = foldInPlace(text)
  return rules.flatMap(({ field, pattern, shift }) =>
    [...folded.matchAll(pattern)].flatMap((match): DateProposal[] => {
      const day = readDay(match.at(-1)!)
      if (day === null || ofAnother.test(lineBefore(folded, match.index))) return []
      const quote = text.slice(match.index, match.index + match[0].length).replace(/\s+/g, ' ')
      return [{ field, day: shift === undefined ? day : dayBefore(day), quote: quote.slice(0, maxQuoteLength) }]
    }),
  )
}

/** Returns the end of the sentence before a position. */
const lineBefore = (text: string, at: number): string => text.slice(Math.max(0, at - 100), at)

/** Dates of a file name, with the year first or last: `reglement-2024-03.pdf`, `tarifs_01.09.2023.docx`, `arrete 20240115.pdf`, `tarifs-2024.pdf`. */
const namePatterns: readonly { pattern: RegExp; day: (parts: string[]) => string }[] = [
  { pattern: /(?<!\d)((?:19|20)\d\d)[-_. ]?(0[1-9]|1[0-2])[-_. ]?([0-2]\d|3[01])(?!\d)/, day: ([y, m, d]) => `${y}-${m}-${d}` },
  { pattern: /(?<!\d)([0-2]?\d|3[01])[-_. ](0?[1-9]|1[0-2])[-_. ]((?:19|20)\d\d)(?!\d)/, day: ([d, m, y]) => `${y}-${pad(m!)}-${pad(d!)}` },
  { pattern: /(?<!\d)((?:19|20)\d\d)[-_.](0[1-9]|1[0-2])(?!\d)/, day: ([y, m]) => `${y}-${m}-01` },
  { pattern: /(?<!\d)((?:19|20)\d\d)(?!\d|[-_/ ]?(?:19|20)\d\d)/, day: ([y]) => `${y}-01-01` },
]

function datesOfName(filename: string): DateProposal[] {
  for (const { pattern, day } of namePatterns) {
    const match = pattern.exec(filename)
    const found = match === null ? null : day(match.slice(1))
    if (found !== null && isDay(found)) return [{ field: 'valid_from', day: found, quote: filename.slice(0, maxQuoteLength) }]
  }
  return []
}

const pad = (number: string): string => number.padStart(2, '0')

/** Reads a date written in words, with slashes or dots, or in ISO form; null for one that does not exist. */
function readDay(words: string): Day | null {
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(words)
  const named = /^(1er|\d{1,2}) (\p{L}+) (\d{4})$/u.exec(words)
  const day =
    numbers !== null
      ? `${numbers[3]}-${pad(numbers[2]!)}-${pad(numbers[1]!)}`
      : named !== null
        ? `${named[3]}-${pad(`${months.indexOf(named[2]!) + 1}`)}-${pad(`${Number.parseInt(named[1]!, 10)}`)}`
        : words
  return isDay(day) ? day : null
}

const dayBefore = (day: Day): Day => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** Mention of a document that another one replaces: its words, and its date if it has one. */
export type ReplacedMention = { quote: string; words: string; day: Day | null }

const replaced = new RegExp(
  String.raw`(?:abroge(?:nt)?|remplace(?:nt)?|abroge et remplace|annule et remplace|se substitue a|abrogation d[eu]|en remplacement d[eu])[ ]((?:l[ae] |le |les |du |de la |des |l')?[^.;\n]{3,140})`,
  'g',
)

/** Finds what a document says that it replaces: « abroge et remplace le règlement du 12 mars 2019 ». */
export function readReplaced(text: string): ReplacedMention[] {
  const folded = foldInPlace(text)
  return [...folded.matchAll(replaced)].slice(0, 5).map((match) => {
    const found = new RegExp(date).exec(match[1]!)
    return {
      quote: text
        .slice(match.index, match.index + match[0].length)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, maxQuoteLength),
      words: match[1]!,
      day: found === null ? null : readDay(found[1]!),
    }
  })
}

/** Words of a title without what tells versions apart: dates, years, months, « version », « v2 », « projet ». */
export function titleKey(title: string): string {
  const words = foldInPlace(title.replace(/\.[\p{L}\p{N}]{1,5}$/u, '')).match(/[\p{L}\p{N}]+/gu) ?? []
  const distinctive = words.filter(
    (word) =>
      !/^(?:\d+|1er|v\d*|version|vf|def|definitif|final|copie|nouveau|ancien|du|de|la|le|les|des|en|au|et|pour|n)$/.test(word) && !months.includes(word),
  )
  return distinctive.join(' ')
}

/** Share of the words of one title that the other has too, from 0 to 1. */
export function titleLikeness(a: string, b: string): number {
  const [one, other] = [new Set(titleKey(a).split(' ').filter(Boolean)), new Set(titleKey(b).split(' ').filter(Boolean))]
  const common = [...one].filter((word) => other.has(word)).length
  return one.size === 0 || other.size === 0 ? 0 : common / Math.max(one.size, other.size)
}
