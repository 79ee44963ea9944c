import { isDay, type Day } from '@parvis/contract'

const months = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre']
const plainMonths = months.map(withoutAccents)

const month = '(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)'
const year = String.raw`(?:19|20|21)\d\d`
const dayWords = String.raw`(?:1er|\d{1,2}) ${month} ${year}|\d{1,2}[/.]\d{1,2}[/.]${year}|${year}-\d\d-\d\d`
const period = String.raw`${month} ${year}|${year}`

/** Date with the words before it that may make it the day of a rule: « au 1er mars 2024 », « en mars 2021 ». */
const datedWords = new RegExp(
  String.raw`(?<![\p{L}\p{N}’'-])(a la date du|(?:dans sa |la |sa )?version (?:en vigueur )?(?:du|au)|au|le|en|courant|fin) (${dayWords}|${period})(?![\p{L}\p{N}/-])`,
  'gu',
)

/** Words that ask for what holds: « en vigueur », « applicable ». */
const ruleWords = /(?<!\bentre\p{L}{0,3} )en vigueur|(?<!\p{L})(?:applicables?|valables?|s.appliqu\p{L}+|regles?|version)(?!\p{L})/u
const imperfect = /(?<!\p{L})(?!(?:lait|fait|trait|souhait|portrait|extrait|retrait|parfait)(?!\p{L}))(?:duraient|durait|\p{L}*[^r\W]ai(?:t|ent))(?!\p{L})/u
const present =
  /(?<!\p{L})(?:est|sont|faut|peut|peuvent|doit|doivent|a(?:-t-on)? droit|ont droit|avons droit|a-t-on|ai-je|a-t-il|coute|coutent|dure|durent|s.eleve|prevoit|vaut|touche)(?!\p{L})/u
const interrogative =
  /(?<!\p{L})(?:quel(?:le)?s?|combien|comment|qu.est|est-ce|qui|que|quoi|ou)(?!\p{L})|-(?:t-)?(?:ils?|elles?|on|je|nous|vous|tu|ce)(?!\p{L})/u
const imperative = /^\W*(?:dis|dites|donne|indique|rappelle|precise|explique|cite|retrouve)z?(?!\p{L})/u
/** Words after which a date belongs to a circumstance: « un agent qui était malade le 3 avril ». */
const circumstance = /(?<!\p{L})(?:qui|dont|lorsqu\p{L}*|quand|si|s.il|parce|apres|avant|depuis|jusqu.?\p{L}*|entre|compter|partir)(?!\p{L})/u
/** Verbs and nouns that a date completes: « reporter au 3 mars », « 18 ans au 1er janvier ». */
const completed = /(?<!\p{L})(?:report|decal|repouss|fix|prolong|avanc|renvo|convoqu|ajourn|limit|prevu|echeance|rendez-vous|reunion|seance)\p{L}*(?!\p{L})/u
/**
 * Reads the day at which a question asks for the rule, in its words. Conservative: a date that is the subject, or a circumstance, is no such day
 * (« la réunion du 12 mai 2026 », « une facture reçue le 3 mars 2024 »). Of a month or a year, the last day. Two different days: none.
 * @param today a period that contains it means today
 */
export function dayInQuestion(message: string, today: Day): Day | null {
  const days = new Set(sentencesOf(message).flatMap((sentence) => daysOf(sentence, today)))
  return days.size === 1 ? [...days][0]! : null
}

/** Whether a message asks about the present: « Et aujourd’hui ? ». */
export const asksAboutToday = (message: string): boolean =>
  /(?<!\p{L})(?:aujourd.?hui|actuellement|maintenant|en ce moment|a present|a ce jour)(?!\p{L})/u.test(plain(message))

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

const plain = (text: string): string =>
  withoutAccents(text.toLowerCase())
    .replace(/[\u00a0\u202f\s]+/gu, ' ')
    .replace(/[’ʼ]/gu, "'")

/** Maximum length of a sentence that is read, in characters: a pasted text is no question. */
const maxSentenceLength = 500

/** Length of the beginning, and of the end, of a message that are read, in UTF-16 units: a question stands before or after the text that it is about. */
const maxEndLength = 2_000

/** Returns a text without its middle, when it is too long to be read. */
const endsOf = (text: string): string => (text.length <= 2 * maxEndLength ? text : `${text.slice(0, maxEndLength)} ; ${text.slice(-maxEndLength)}`)

/** Splits a message into sentences, without what it quotes. The dots of a date and of an abbreviation do not end one. */
const sentencesOf = (message: string): string[] =>
  plain(endsOf(message.replace(/«[^«»]*»|"[^"]*"/gu, ' ')).replace(/\n+/g, ' ; '))
    .split(/(?<=[?!])|(?<=\p{L}{3})\.(?= |$)| ; /u)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length <= maxSentenceLength)

function daysOf(sentence: string, today: Day): Day[] {
  return [...sentence.matchAll(datedWords)].flatMap((match) => {
    const [words, lead, date] = match as unknown as [string, string, string]
    if (!asksForRule(sentence, lead, words, match.index)) return []
    return dayOf(date, today) ?? []
  })
}

/** Whether the date of a sentence is the day of the rule that it asks for. */
function asksForRule(sentence: string, lead: string, words: string, at: number): boolean {
  const before = sentence.slice(0, at)
  const clause = before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf(':'), before.lastIndexOf('(')) + 1)
  const after = sentence.slice(at + words.length)
  // « du 3 au 12 mars », « entre 2019 et… », « en 2019 et en 2021 » are periods.
  if (/(?<!\p{L})du \d{1,2}(?: \p{L}+)?(?: \d{4})? $/u.test(clause) || /(?<!\p{L})(?:ans|jusqu'?|d'ici|ici) ?$/u.test(clause)) return false
  const isLeading = /^\W*(?:(?:et|mais|alors|bonjour|sinon)\W*)?$/u.test(before)
  if (isLeading) return isQuestionAfter(after, words.length + after.length)
  if (clause.trim() === '') return interrogative.test(before) && !circumstance.test(before)
  if (circumstance.test(clause.replace(/^\W*(?:qui|quand)(?!\p{L})/u, '')) || completed.test(clause) || endsWithParticiple(clause)) return false
  const isNamed = lead.includes('version') || lead === 'a la date du' || ruleWords.test(clause)
  const isAsked = interrogative.test(clause) || imperative.test(clause)
  if (!isAsked) return isNamed && clause.split(' ').length <= 12 && !/(?<!\p{L})(?:je|nous|j'|on)(?!\p{L})/u.test(clause)
  if (isNamed || imperfect.test(clause)) return true
  return lead === 'le' ? false : present.test(clause) || imperative.test(clause)
}

/** Whether a date at the beginning of a sentence is followed by a question, or by nothing: « Et en 2019 ? ». */
const isQuestionAfter = (after: string, length: number): boolean =>
  /^\W*$/u.test(after) ? length < 40 && after.includes('?') : interrogative.test(after.split(/[:;]/u)[0]!) && !circumstance.test(after.slice(0, 12))

/** Participles that a date often follows, in folded letters: « un agent recruté en 2019 », « une facture reçue le 3 mars ». */
const participle = new RegExp(
  String.raw`^(?:n|mort|pris|mis|vend|rec|recrut|embauch|vot|adopt|sign|dat|pay|vers|envoy|achet|arriv|entr|nomm|titularis|licenci|mari|pacs|deced|depos|publi|notifi|transmis|valid|approuv|construi|accord|attribu|concl|factur|engag|mandat|declar|signal|bless|acquis|cre|effectu|realis|el|ten|organis|commenc|termin|emis|edit|livr|command|install|cess|sub|accident|hospitalis|affect|mut|detach|prom|inscri|scolaris|ouver)(?:e{0,2}s?|ie?s?|ue?s?|te?s?)$`,
  'u',
)

/** Whether one of the last words before a date is a participle. */
const endsWithParticiple = (clause: string): boolean =>
  clause
    .trim()
    .split(/[^\p{L}-]+/u)
    .filter((word) => word.length > 2)
    .slice(-3)
    .some((word) => participle.test(word))

/** Returns the day of a date, or the last day of a month or of a year; null for one that does not exist, and for a period that contains today. */
function dayOf(date: string, today: Day): Day | null {
  const iso = /^\d{4}-\d\d-\d\d$/.exec(date)
  if (iso !== null) return isDay(date) ? date : null
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(date)
  if (numbers !== null) return existing(numbers[3]!, Number(numbers[2]), Number(numbers[1]))
  const [, dayOfMonth, monthName, yearText] = /^(?:(1er|\d{1,2}) )?(?:(\p{L}+) )?(\d{4})$/u.exec(date) ?? []
  if (yearText === undefined) return null
  const number = monthName === undefined ? 12 : plainMonths.indexOf(monthName) + 1
  if (dayOfMonth !== undefined) return existing(yearText, number, Number.parseInt(dayOfMonth, 10))
  const last = existing(yearText, number, new Date(Date.UTC(Number(yearText), number, 0)).getUTCDate())!
  const first = existing(yearText, monthName === undefined ? 1 : number, 1)!
  return first <= today && today <= last ? null : last
}

function existing(yearText: string, monthNumber: number, date: number): Day | null {
  const day = `${yearText}-${String(monthNumber).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(day) ? day : null
}
