import { civility, common, first, never, particle, placeNoun, rank, relative, role, surname } from './lexicon.ts'
import { addName, follows, isCapital, isInitial, isGeographic, isPlaceBefore, readName, type NameSearch } from './name-search.ts'
import type { NameToken } from './tokens.ts'
import { famousPeople, greetings, introductions, pluralCivilities, subjectVerbs, surnameIntroductions } from './words.ts'

/** Finds names after a civility: « Mme Le Goff », « MM. Petit et Blanc », « M. et Mme Durand ». */
export function findAfterCivility(search: NameSearch): void {
  const { tokens, text } = search
  for (let at = 0; at < tokens.length - 1; at++) {
    const token = tokens[at]!
    if ((token.flags & (civility | rank)) === 0 || !isTitle(search, at)) continue
    let from = at + 1
    if (text[token.end] === '.' && token.shape !== 'initial') {
      // « Mme. Durand », « Dr. Durand »: the dot is in the gap.
      if (!/^\. {0,3}$/.test(text.slice(token.end, tokens[from]!.start))) continue
    } else if (!follows(tokens[from]!) && tokens[from]!.gap !== 'line') continue
    const isRank = (token.flags & civility) === 0
    if (isRank && (isPlaceBefore(search, at) || token.shape === 'lower' || isAfterNoun(search, at) || tokens[from]!.end - tokens[from]!.start < 3)) continue
    from = skipOffice(search, from)
    const name = readNameAfterTitle(search, from)
    if (!name) continue
    addName(search, { ...name, confidence: isRank ? 0.7 : 0.95, reason: 'person.civility', ...genderOf(token.key) })
    if (pluralCivilities.has(token.key)) findListed(search, name.to)
    at = name.to - 1
  }
}

/** Whether a noun is before: « Conseil Général de l’Hérault » has no general. */
const isAfterNoun = ({ tokens }: NameSearch, at: number): boolean => {
  const before = tokens[at - 1]
  return before !== undefined && follows(tokens[at]!) && (before.flags & common) !== 0 && (before.flags & (particle | civility)) === 0
}

/** Whether the word is a title here: « M. », « Mme », and « Me » or « M » only before a capital. */
function isTitle({ tokens, text }: NameSearch, at: number): boolean {
  const { shape, key, end, start } = tokens[at]!
  if (key === 'm' && shape === 'initial') return text[end - 1] === '.' || /^ \p{Lu}/u.test(text.slice(end, end + 2))
  if (shape === 'lower') return /^(?:mme|mlle|monsieur|madame|mademoiselle|docteur|maitre|mr|dr)$/.test(key)
  return end - start > 1 && (key.length > 2 || isCapital(tokens[at + 1]!))
}

/** Reads a name after a title. « M. le Maire » and « Mme la Directrice » are offices. */
function readNameAfterTitle(search: NameSearch, from: number): { from: number; to: number } | null {
  const { tokens } = search
  const token = tokens[from]
  const after = tokens[from + 1]
  if (!token || (!after && !isCapital(token))) return null
  if ((token.flags & particle) !== 0 && after && (after.flags & (role | rank)) !== 0 && (after.flags & first) === 0) return null
  if (token.shape === 'lower' && (token.flags & particle) === 0) return lowerName(search, from)
  return readName(search, from, { strict: true })
}

/** Reads a name in lower case, as in a hasty note: « mme dupont », « je m’appelle patrick ollivier »; only known names. */
function lowerName({ tokens }: NameSearch, from: number): { from: number; to: number } | null {
  let to = from
  while (to < from + 3 && tokens[to] && (to === from || follows(tokens[to]!)) && isLowerName(tokens[to]!)) to++
  if (
    to === from &&
    tokens[from]!.shape === 'lower' &&
    (tokens[from]!.flags & (common | never | particle)) === 0 &&
    /^(?:mme|mlle|mr)$/.test(tokens[from - 1]!.key)
  )
    to++
  return to > from && tokens[from - 1]!.shape === 'lower' ? { from, to } : null
}

const isLowerName = ({ flags, key, shape }: NameToken): boolean =>
  shape === 'lower' && key.length > 2 && (flags & (surname | first)) !== 0 && (flags & (common | role | never | civility)) === 0

/** Skips an office before a name: « M. le Maire Jean Durand », « Mme l’adjointe Petit ». */
function skipOffice({ tokens }: NameSearch, from: number): number {
  const article = tokens[from]
  if (!article || !/^(?:le|la|l|les)$/.test(article.key)) return from
  let at = from + 1
  while (at < tokens.length && at < from + 4 && follows(tokens[at]!) && (tokens[at]!.flags & role) !== 0) at++
  const next = tokens[at]
  return at > from + 1 && next && follows(next) && isCapital(next) && (next.flags & (role | never | common)) === 0 ? at : from
}

const genderOf = (key: string): { gender?: 'm' | 'f' } =>
  /^(?:mme|mlle|madame|mademoiselle|docteure|dre|soeur|professeure|pre)$/.test(key)
    ? { gender: 'f' }
    : /^(?:m|mr|monsieur|abbe|pere|frere)$/.test(key)
      ? { gender: 'm' }
      : {}

/** Returns the first word of a name after its particles. */
const firstWord = ({ tokens }: NameSearch, { from, to }: { from: number; to: number }): NameToken => {
  let at = from
  while (at < to - 1 && (tokens[at]!.flags & particle) !== 0) at++
  return tokens[at]!
}

/** Finds the names that follow in a list: « , Blanc et Durand ». */
export function findListed(search: NameSearch, from: number, reason = 'person.list'): void {
  const { tokens, text } = search
  for (let at = from, count = 0; at < tokens.length && count < 60; count++) {
    const gapText = text.slice(tokens[at - 1]!.end, tokens[at]!.start)
    const isComma = /^ ?[,;/&] {0,2}$/.test(gapText)
    if (tokens[at]!.key === 'et' && follows(tokens[at]!)) at++
    else if (!isComma) return
    if (tokens[at]?.key === 'et') at++
    if (at >= tokens.length || (tokens[at]!.flags & civility) !== 0) return
    const name = readName(search, at, { strict: true })
    if (!name || (firstWord(search, name).flags & (common | first | surname)) === common) return
    addName(search, { ...name, confidence: 0.85, reason })
    at = name.to
  }
}

/** Finds first names and names after a greeting, a family word or an introduction: « Bonjour Maëlle », « mon fils Maxime », « je soussigné ». */
export function findIntroduced(search: NameSearch): void {
  const { tokens, text } = search
  for (let at = 0; at < tokens.length - 1; at++) {
    const token = tokens[at]!
    const next = tokens[at + 1]!
    if (greetings.has(token.key) && (follows(next) || (token.key === 'merci' && text.slice(token.end, next.start) === ', '))) greet(search, at + 1)
    else if ((token.flags & relative) !== 0 && token.shape === 'lower') findRelative(search, at)
    else if (follows(next) && isCapital(next) && (surnameIntroductions.has(token.key) || ((token.flags & role) !== 0 && token.shape === 'lower')))
      findAfterRole(search, at)
    else if (introductions.has(token.key) || isIntroduction(search, at)) {
      const gapText = text.slice(token.end, next.start)
      if (
        !/^(?:\(e\)|·e|\.e|-e)?,? {0,3}(?::? {0,2})$/.test(gapText) ||
        (token.key === 'ne' && token.shape === 'lower' && !text.slice(token.start, token.end).includes('é'))
      )
        continue
      const name = readName(search, at + 1, { strict: true }) ?? (token.key === 'appelle' && follows(next) ? lowerName(search, at + 1) : null)
      if (name && next.shape === 'lower' && (next.flags & particle) === 0) addName(search, { ...name, confidence: 0.7, reason: 'person.introduced' })
      else if (name && isIntroducedName(search, name, token.key)) addName(search, { ...name, confidence: 0.8, reason: 'person.introduced' })
    }
  }
}

/** Finds a listed surname after a role or a verb: « les agents Ollivier et Morvan », « le dossier Le Goff », « appeler Ollivier ». */
function findAfterRole(search: NameSearch, at: number): void {
  const { tokens } = search
  const name = readName(search, at + 1, { strict: false })
  if (!name) return
  const lead = firstWord(search, name)
  if ((lead.flags & (first | surname)) === 0 || (lead.flags & (common | never | role)) !== 0 || isGeographic(lead)) return
  if (addName(search, { ...name, confidence: 0.7, reason: 'person.after_role' }) && tokens[at]!.key.endsWith('s')) findListed(search, name.to)
}

/** « c'est Anne Durand », « de la part de Karim », « au nom de Léa Petit ». */
function isIntroduction({ tokens }: NameSearch, at: number): boolean {
  const key = tokens[at]!.key
  const before = tokens[at - 1]?.key
  if (key === 'est') return before === 'c'
  if (key === 'de' || key === 'd') return before === 'part' || (before === 'nom' && tokens[at - 2]?.key === 'au')
  return key === 'suis' && tokens[at - 1]?.key === 'je'
}

function isIntroducedName(search: NameSearch, { from, to }: { from: number; to: number }, key: string): boolean {
  const { tokens } = search
  const token = tokens[from]!
  if ((token.flags & particle) !== 0 && /^(?:le|la|les|l)$/.test(token.key) && (token.shape === 'lower' || to - from < 2)) return false
  if (token.startsSentence && to - from === 1) return false
  const lead = firstWord(search, { from, to })
  const isSingle = lead === tokens[to - 1]
  const head = isSingle ? lead : tokens[to - 1]!
  if ((lead.flags & (never | placeNoun | role)) !== 0 && (lead.flags & first) === 0) return false
  if (!isSingle) return (lead.flags & common) === 0 || (lead.flags & (first | surname)) !== 0
  if (key === 'ne') return (head.flags & common) === 0
  return /^(?:nee|epou|veu|famille|consorts|denomm|prenomm|nomm|signe|appelle)/.test(key)
    ? (head.flags & common) === 0 || (head.flags & (first | surname)) !== 0
    : (head.flags & first) !== 0 && (head.flags & common) === 0
}

function greet(search: NameSearch, at: number): void {
  const { tokens, text } = search
  const token = tokens[at]!
  if (!isCapital(token) || (token.flags & (never | civility | role)) !== 0) return
  const name = readName(search, at, { strict: false, maxWords: 3 })
  const to = name?.to ?? at + 1
  const isKnown = (token.flags & first) !== 0
  const ends = /^ {0,2}(?:[,!\n]|$)/.test(text.slice(tokens[to - 1]!.end, tokens[to - 1]!.end + 4))
  if ((isKnown && ((token.flags & common) === 0 || ends)) || (name && ends && (token.flags & common) === 0))
    addName(search, { from: at, to, confidence: 0.75, reason: 'person.greeting' })
}

/** Finds the first name of a relative: « mon fils Maxime », « son enfant Nancy, née le », « Le fils de M. Petit, Maël, habite ». */
function findRelative(search: NameSearch, at: number): void {
  const { tokens, text } = search
  for (let next = at + 1; next < Math.min(tokens.length, at + 9); next++) {
    const token = tokens[next]!
    const gapText = text.slice(tokens[next - 1]!.end, token.start)
    if (/[.;!?|\n]/.test(gapText) && !/^\. ?$/.test(gapText)) return
    if (!isCapital(token) || (token.flags & (civility | never | role)) !== 0) continue
    const isNext = next === at + 1 && /^(?:,| :)? {0,2}$/.test(gapText)
    const isApart = /^ ?[,(] {0,2}$/.test(gapText)
    if (!isNext && !isApart) continue
    const name = readName(search, next, { strict: true, maxWords: 4 })
    if (!name || search.taken[next]) continue
    const after = text.slice(tokens[name.to - 1]!.end, tokens[name.to - 1]!.end + 3)
    const isKnown = (token.flags & first) !== 0 || (token.flags & common) === 0
    if (isNext ? isKnown || (token.flags & surname) !== 0 : (token.flags & first) !== 0 && /^ ?[,).]/.test(after)) {
      addName(search, { ...name, confidence: 0.75, reason: 'person.relative' })
      findListed(search, name.to, 'person.relative')
    }
    return
  }
}

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
