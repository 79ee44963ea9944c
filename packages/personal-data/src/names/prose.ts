import { common, first, never, particle, surname } from './lexicon.ts'
import { addName, follows, isCapital, isGeographic, isInitial, isPlaceBefore, readName, type NameSearch } from './name-search.ts'
import type { NameToken } from './tokens.ts'
import { famousPeople, subjectVerbs } from './words.ts'

/** Finds names in prose by their words: a listed first name and a surname, a surname in capitals and a first name, an initial and a surname. */
export function findInProse(search: NameSearch, isInAddress: (words: readonly NameToken[]) => boolean): void {
  const { tokens, text, taken } = search
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (taken[at] !== 0) continue
    if (token.shape === 'lower') {
      if ((token.flags & (first | common)) === first) findLowerPair(search, at)
      continue
    }
    const isUpperParticle = token.shape === 'upper' && (token.flags & particle) !== 0
    if ((token.flags & particle) !== 0 && (token.flags & first) === 0 && !isUpperParticle) continue
    if (token.shape === 'initial' && !isInitial(text, token)) continue
    const name = readName(search, at, { strict: false })
    if (!name || name.to === at) continue
    const run = tokens.slice(name.from, name.to)
    const confidence = rateRun(search, name.from, run, isInAddress)
    if (confidence >= 0.5 && !isPlaceBefore(search, name.from) && !isFamous(run))
      addName(search, { ...name, confidence, reason: confidence >= 0.8 ? 'person.first_name' : 'person.form' })
    else if (isLoneFirstName(search, name)) addName(search, { ...name, confidence: 0.55, reason: 'person.lone_first_name' })
    at = Math.max(at, confidence >= 0.5 ? name.to - 1 : at)
  }
}

/** Finds a first name and a listed surname typed without capitals: « karim benali ». */
function findLowerPair(search: NameSearch, at: number): void {
  const { tokens } = search
  let to = at + 1
  while (to < at + 4 && tokens[to] && follows(tokens[to]!) && (tokens[to]!.flags & particle) !== 0) to++
  const last = tokens[to]
  if (!last || !follows(last) || last.shape !== 'lower' || last.key.length < 4 || tokens[at]!.key.length < 4) return
  if ((last.flags & (surname | common | particle | never)) === surname) addName(search, { from: at, to: to + 1, confidence: 0.55, reason: 'person.lower_case' })
}

/** Words after which a first name alone names a person: « avec Rosalie », « pour Anca et Élie ». */
const beforeFirstName = new Set(
  'avec pour par de d a chez et ou que qu comme sans contre selon mais voir contacter appeler prevenir joindre remercier petit petite jeune ici'.split(' '),
)

/** Whether a first name is alone in a sentence, after a word that introduces a person. */
function isLoneFirstName({ tokens, text }: NameSearch, { from, to }: { from: number; to: number }): boolean {
  const token = tokens[from]!
  const before = tokens[from - 1]
  if (to !== from + 1 || token.shape !== 'capital' || (token.flags & (first | common | never)) !== first || isGeographic(token)) return false
  const next = tokens[to]
  // « Patrick a dit »: the subject of a sentence.
  if (token.startsSentence && next !== undefined && follows(next) && next.shape === 'lower') return subjectVerbs.test(text.slice(next.start, next.end))
  // « …, Nadia le remplace », « Nadia et Corinne », « @Nadia ».
  if (
    next !== undefined &&
    next.shape === 'lower' &&
    follows(next) &&
    text.slice(Math.max(0, token.start - 2), token.start).endsWith(', ') &&
    next.key !== 'et'
  )
    return true
  const afterNext = tokens[to + 1]
  if (next?.key === 'et' && afterNext !== undefined && afterNext.shape === 'capital' && (afterNext.flags & (first | common)) === first) return true
  if (text[token.start - 1] === '@') return true
  const isInBrackets = text[token.start - 1] === '(' && text[token.end] === ')'
  if (before === undefined || !follows(token)) return isInBrackets && before !== undefined && isCapital(before)
  if (next !== undefined && follows(next) && isCapital(next)) return false
  return before.shape === 'lower' && beforeFirstName.has(before.key)
}

/** Whether the words are those of a person after whom places are called. */
const isFamous = (run: readonly NameToken[]): boolean => famousPeople.has(run.map(({ key }) => key.replaceAll('-', ' ')).join(' '))

/** Returns the confidence that words with capitals are the name of a person. */
function rateRun(search: NameSearch, from: number, run: readonly NameToken[], isInAddress: (words: readonly NameToken[]) => boolean): number {
  const { text } = search
  const words = run.filter((token) => isCapital(token) && ((token.flags & particle) === 0 || (token.flags & first) !== 0))
  const initials = run.filter((token) => isInitial(text, token))
  if (words.length === 0) return 0
  if (isInAddress(words)) return 0.85
  if (initials.length > 0) return rateInitials(search, from, run, words)
  if (words.length < 2) return 0
  const [head, tail] = [words[0]!, words.at(-1)!]
  const isFirst = (token: NameToken) => (token.flags & first) !== 0
  const isSure = (token: NameToken) => isFirst(token) && (token.flags & common) === 0
  const isPlain = (token: NameToken) => (token.flags & common) === 0
  const uppers = words.filter(({ shape }) => shape === 'upper').length
  if (uppers === words.length)
    return words.length <= 4 && words.some(isSure) && words.every((word) => isPlain(word) || (word.flags & (surname | first)) !== 0) ? 0.7 : 0
  if (isSure(head)) return 0.9
  const hasLowerParticle = run.some(({ shape, flags }) => shape === 'lower' && (flags & particle) !== 0)
  if (isFirst(head) && hasLowerParticle && tail.shape !== 'upper') return (tail.flags & surname) !== 0 ? 0.6 : 0.3
  if (isFirst(head)) return tail.shape === 'upper' || isPlain(tail) || (tail.flags & surname) !== 0 ? 0.75 : 0.3
  if (head.shape === 'upper' && isFirst(tail) && tail.shape === 'capital') return 0.9
  if (isSure(tail) && (head.flags & surname) !== 0) return 0.8
  // « Cert de Cherbourg » is a thing of a place; « SNCF Mobilités » has an acronym.
  if (uppers > 0)
    return isPlain(head) &&
      isPlain(tail) &&
      words.every((word) => !isAcronym(text, word)) &&
      (!hasLowerParticle || head.shape === 'capital') &&
      !words.some(isGeographic)
      ? 0.65
      : 0.3
  if (!isPlain(head) || words.some(isGeographic)) return 0.3
  if ((tail.flags & surname) !== 0) return isPlain(tail) ? 0.65 : 0.55
  // Neither word is French nor listed: a name of another origin, unless it is short.
  return words.every(isPlain) && words.every((word) => word.end - word.start > 2) && !hasLowerParticle ? 0.5 : 0.3
}

/** Whether capitals are an acronym: short, or without vowel. */
const isAcronym = (text: string, { start, end, shape }: NameToken): boolean =>
  shape === 'upper' && (end - start < 4 || !/[AEIOUYÀ-ÖØ-Ý]/.test(text.slice(start, end)) || /^[IVX]+$/.test(text.slice(start, end)))

/** Rates an initial and a surname: « K. Haddad ». « L. 2121-29 » has no surname, « A. Objet » is the item of a list. */
function rateInitials({ tokens, text }: NameSearch, from: number, run: readonly NameToken[], words: readonly NameToken[]): number {
  const [word] = words
  if (!isInitial(text, run[0]!) && (word!.flags & first) === 0) {
    // « OLLIVIER P. »; « CASF R. 123 » is an article.
    const isArticle = /^ ?\d/.test(text.slice(run.at(-1)!.end, run.at(-1)!.end + 2))
    return words.every((upper) => upper.shape === 'upper' && (upper.flags & common) === 0 && !isAcronym(text, upper)) && !isArticle ? 0.65 : 0
  }
  const isItem = run[0]!.startsSentence && follows(tokens[from + run.length] ?? run[0]!) && tokens[from + run.length]?.shape === 'lower'
  const isPlain = words.every(({ flags }) => (flags & common) === 0)
  if (isPlain) return isItem && (word!.flags & (surname | first)) === 0 ? 0.4 : 0.75
  return words.some(({ flags }) => (flags & surname) !== 0) && !isItem ? 0.65 : 0
}
