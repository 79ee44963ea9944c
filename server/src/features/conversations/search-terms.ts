/** A search term (word, number, date or reference): a list of alternative forms, each a sequence of words. The last word of a form may be a prefix. */
export type SearchTerm = readonly (readonly string[])[]

/** Maximum number of terms; more would hardly narrow the result. */
const maxTerms = 8
const months = 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(' ')

const notBefore = '(?<![a-z0-9])'
const notAfter = '(?![a-z0-9])'
const phonePattern = String.raw`(?:\+?33 ?|0)[1-9](?:[ .-]?\d\d){4}(?!\d)`
const grouped = String.raw`\d{1,3}(?:[ .]\d{3})+(?!\d)`
/** Pattern of dates, telephone numbers, references and numbers in a folded text. */
const figures = new RegExp(
  [
    String.raw`(?<year>(?:19|20)\d\d)-(?<isoMonth>\d\d)-(?<isoDay>\d\d)${notAfter}`,
    String.raw`${notBefore}(?<day>\d{1,2})(?:(?:er)? (?<name>${months.join('|')})|[/.-](?<month>\d{1,2})(?=[/.-](?:19|20)\d\d${notAfter}|(?<=/\d{1,2})(?![\d/])))(?:[ /.-](?<yearAfter>(?:19|20)\d\d))?${notAfter}`,
    `(?<phone>${phonePattern})`,
    String.raw`${notBefore}(?:(?:articles?|art\.?) (?=(?:lo|[lrda])[.* ]{0,3}\d))?(?<letters>articles?|[a-z]{1,4}?|lo)(?<mark>[.* ]{0,3})(?<reference>\d{1,6}(?:-\d{1,4}){0,4})${notAfter}`,
    String.raw`${notBefore}(?<whole>${grouped}|\d+)(?:[,.](?<decimals>\d{1,9}))?${notAfter}`,
  ].join('|'),
  'g',
)

type Figures = Record<
  'year' | 'isoMonth' | 'isoDay' | 'day' | 'name' | 'month' | 'yearAfter' | 'phone' | 'letters' | 'mark' | 'reference' | 'whole' | 'decimals',
  string | undefined
>

const paddedForms = (number: number): string[] => [...new Set([`${number}`, `${number}`.padStart(2, '0')])]

function dateForms(day: number, month: number, year: string | undefined): SearchTerm {
  if (day < 1 || day > 31 || month < 1 || month > 12) return []
  const days = [...paddedForms(day), ...(day === 1 ? ['1er'] : [])]
  const forms = days.flatMap((d) => [...paddedForms(month), months[month - 1]!].map((m) => [d, m]))
  if (year === undefined) return forms
  return [...forms.map((form) => [...form, year]), [year, `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')]]
}

function phoneForms(phone: string): SearchTerm {
  const digits = phone.replace(/\D/g, '').replace(/^33/, '0')
  const pairs = digits.match(/\d\d/g) ?? []
  const international = ['33', digits.slice(1, 2), ...pairs.slice(1)]
  return [[digits], pairs, international, [international.join('')]]
}

function numberForms(integerPart: string, decimals: string | undefined): SearchTerm {
  const digits = integerPart.replace(/\D/g, '')
  const after = decimals === undefined || /^0+$/.test(decimals) ? [] : [decimals]
  const groups = digits.length > 15 ? [digits] : digits.split(/(?=(?:\d{3})+$)/)
  return [[digits, ...after], ...(groups.length > 1 ? [[...groups, ...after]] : [])]
}

/**
 * Forms of a reference such as « L2121-29 », « L. 2121-29 » or « M57 ». Letters before a number are a reference if they are attached to it, or are those
 * of a law.
 */
function referenceForms(letters: string, mark: string, reference: string): SearchTerm {
  const [first = '', ...otherParts] = reference.split('-')
  if (letters.startsWith('art')) return ['article', 'art', 'articles'].map((word) => [word, first, ...otherParts])
  const isReference = mark === '' || mark.includes('.') || reference.includes('-') || /^(?:lo|[lrd])$/.test(letters)
  return isReference
    ? [
        [`${letters}${first}`, ...otherParts],
        [letters, first, ...otherParts],
      ]
    : []
}

function formsOf(figure: Figures): SearchTerm {
  if (figure.year !== undefined) return dateForms(Number(figure.isoDay), Number(figure.isoMonth), figure.year)
  if (figure.day !== undefined)
    return dateForms(Number(figure.day), figure.name === undefined ? Number(figure.month) : months.indexOf(figure.name) + 1, figure.yearAfter)
  if (figure.phone !== undefined) return phoneForms(figure.phone)
  if (figure.letters !== undefined) return referenceForms(figure.letters, figure.mark!, figure.reference!)
  return numberForms(figure.whole!, figure.decimals)
}

/** Returns the distinct terms of a search, folded; none for punctuation alone. */
export function searchTerms(search: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  const add = (term: SearchTerm) => terms.set(JSON.stringify(term), term)
  const addWords = (text: string) => {
    for (const word of words(text)) add([[word]])
  }
  const foldedSearch = foldForSearch(search)
  let index = 0
  for (const match of foldedSearch.matchAll(figures)) {
    addWords(foldedSearch.slice(index, match.index))
    index = match.index + match[0].length
    const forms = formsOf(match.groups as Figures)
    if (forms.length > 0) add(forms)
    else addWords(match[0])
  }
  addWords(foldedSearch.slice(index))
  return [...terms.values()].slice(0, maxTerms)
}

const separated = new RegExp(`${phonePattern}|${notBefore}(?:${grouped}|(?:lo|[lrda])\\.?[* ]?(?=\\d{3})\\d+)`, 'g')

/** Returns the numbers and references of a folded text as one word each, so that « 1 234 » is found as « 1234 ». */
export const joinedFigures = (foldedSearch: string): string[] => [...foldedSearch.matchAll(separated)].map(([matchText]) => matchText.replace(/[^a-z0-9]/g, ''))

/** Characters that separate words. Same ranges as in the SQL function `search_words`. */
const separators =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff\\u2000-\\u206f\\u20a0-\\u2bff\\u3000-\\u303f\\ufe00-\\ufe6f'

const word = new RegExp(`[^${separators}\\u0000]+`, 'g')

const wordLength = 40

/** Removes accents and case, as the SQL function `search_words` does. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
}

/** Yields the words of a folded text in order, truncated as in the database. */
export function* words(foldedSearch: string): Generator<string> {
  for (const [wordText] of foldedSearch.matchAll(word)) yield wordText.length <= wordLength ? wordText : [...wordText].slice(0, wordLength).join('')
}

/** Returns the words of a text with their offsets (`end` excluded) and folded form. */
export function wordPlaces(text: string): { start: number; end: number; folded: string }[] {
  return [...text.matchAll(word)].map((match) => ({ start: match.index, end: match.index + match[0].length, folded: foldForSearch(match[0]) }))
}
