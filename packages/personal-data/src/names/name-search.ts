import type { Match } from '../matches.ts'
import { civility, common, first, never, particle, placeNoun, rank, role, surname } from './lexicon.ts'
import { tokenize, type NameToken } from './tokens.ts'
import { geographicWords, placeAdjectives } from './words.ts'

/** A name found in the text, as a range of words. `to` is exclusive. */
export type FoundName = { from: number; to: number; confidence: number; reason: string; gender?: 'm' | 'f'; part?: 'first' | 'last'; row?: number }

/** State of the search for names in one text. */
export type NameSearch = { text: string; tokens: readonly NameToken[]; names: FoundName[]; taken: Uint8Array }

export function startSearch(text: string, values: readonly Match[]): NameSearch {
  const tokens = tokenize(text)
  const taken = new Uint8Array(tokens.length)
  // Words inside an e-mail address, a secret or a street are not names.
  let at = 0
  for (const { start, end } of values) {
    while (at < tokens.length && tokens[at]!.end <= start) at++
    for (let next = at; next < tokens.length && tokens[next]!.start < end; next++) taken[next] = 2
  }
  return { text, tokens, names: [], taken }
}

/** Records a name, unless one of its words is already in another. */
export function addName({ names, taken }: NameSearch, name: FoundName): boolean {
  for (let at = name.from; at < name.to; at++) if (taken[at] !== 0) return false
  taken.fill(1, name.from, name.to)
  names.push(name)
  return true
}

export const isCapital = ({ shape }: NameToken): boolean => shape === 'capital' || shape === 'upper'

/** Whether a word is on the same line as the one before, with only spaces between them. */
export const follows = ({ gap }: NameToken): boolean => gap === 'space' || gap === 'none'

/** Whether the word is an initial with its dot. */
export const isInitial = (text: string, token: NameToken): boolean => token.shape === 'initial' && text[token.end - 1] === '.'

/** Mode of reading a name. `strict`: its context says that it is a name, so that a common word may be one. */
type NameOptions = { strict: boolean; maxWords?: number }

const articles = /^(?:le|la|les|l'?|de|du|des|d'?|et|y|a|au|e|o)$/i

/** Highest number of words of a name, with its particles. */
const maxSpan = 12

/** Words of a name from a place of the text: capitals, initials and the particles between them. Null when the first word is not a name. */
export function readName({ text, tokens, taken }: NameSearch, from: number, { strict, maxWords = 5 }: NameOptions): { from: number; to: number } | null {
  let words = 0
  let initials = 0
  let hasSurname = false
  let to = from
  for (let at = from; at < tokens.length && at < from + maxSpan && words + initials < maxWords; at++) {
    const token = tokens[at]!
    if (taken[at] === 2 || (at > from && !follows(token) && !isWrapped(search(tokens, at), strict, words))) break
    if (isParticleHere(tokens, at, words > 0, strict)) continue
    // An article without a name after it is not one: « M. Le Maire ». « M. Lê » is.
    if ((token.flags & particle) !== 0 && articles.test(text.slice(token.start, token.end))) break
    if (isInitial(text, token)) {
      initials++
      to = at + 1
      continue
    }
    if (!isCapital(token) || !(isNameWord(token, strict, words, hasSurname) || isSecondPart(tokens, at, strict, words))) break
    words++
    hasSurname ||= (token.flags & first) === 0 || token.shape === 'upper'
    to = at + 1
  }
  return words > 0 ? { from, to } : null
}

const search = (tokens: readonly NameToken[], at: number): { token: NameToken; before: NameToken } => ({ token: tokens[at]!, before: tokens[at - 1]! })

/** Whether a line break splits a name: after a first name, before a surname that is not a common word, or after a particle. */
const isWrapped = ({ token, before }: { token: NameToken; before: NameToken }, strict: boolean, words: number): boolean => {
  if (token.gap !== 'line' || (token.flags & never) !== 0) return false
  if ((before.flags & particle) !== 0 && before.shape === 'capital' && words > 1) return isCapital(token)
  return strict && words === 1 && (before.flags & first) !== 0 && before.shape === 'capital' && (token.flags & (common | first)) === 0
}

/** Whether a word is a particle inside a name: « de », « Le », « Ben » before a capital. */
function isParticleHere(tokens: readonly NameToken[], at: number, isInside: boolean, strict: boolean): boolean {
  const { flags } = tokens[at]!
  if ((flags & particle) === 0) return false
  for (let next = at + 1; next < tokens.length && next < at + 3; next++) {
    const token = tokens[next]!
    if (!follows(token)) return false
    if ((token.flags & particle) !== 0 && next === at + 1 && (token.shape === 'lower' || isInside)) continue
    // « Anne Le Pont »: after a first name, a particle with a capital makes a name of a noun.
    const isCapitalized = tokens[at]!.shape !== 'lower'
    if ((token.flags & role) !== 0 && !(isInside && isCapitalized)) return false
    const isNoun = (token.flags & placeNoun) !== 0 && !((isInside || strict) && isCapitalized)
    return isCapital(token) && !isNoun && (token.flags & (never | civility)) === 0
  }
  return false
}

/**
 * Whether a common word goes on with a name all the same: a first name after a surname in capitals (« LEGRAND Prune »), or, in a context of names, a
 * surname after a first name (« Parfait Valence »).
 */
function isSecondPart(tokens: readonly NameToken[], at: number, strict: boolean, words: number): boolean {
  const token = tokens[at]!
  const before = tokens[at - 1]
  // « M. De La Tour »: after a title and a particle, a noun is a surname.
  if (strict && words === 0 && before !== undefined && follows(token) && (before.flags & particle) !== 0 && before.shape !== 'lower')
    return (token.flags & (never | role)) === 0
  if (words === 0 || before === undefined || /^(?:i|ii|iii|iv|vi|vii|viii|ix|xi|xii|xiv|xvi)$/.test(token.key) || (token.flags & (never | civility)) !== 0)
    return false
  if ((token.flags & (first | role | placeNoun)) === first && token.shape === 'capital' && before.shape === 'upper') return true
  // « Brigitte Da Fonte »: a particle with a capital is a part of a surname.
  if ((before.flags & particle) !== 0 && before.shape !== 'lower') return true
  if ((token.flags & (role | placeNoun)) !== 0) return false
  const next = tokens[at + 1]
  const isBetween =
    words === 1 && (before.flags & (first | common)) === first && next !== undefined && follows(next) && isCapital(next) && (next.flags & common) === 0
  if (isBetween) return true
  return strict && words === 1 && ((before.flags & first) !== 0 || (before.flags & particle) !== 0) && (token.flags & common) !== 0
}

/** Whether a capitalised word can go on with a name. */
function isNameWord({ flags, shape, key }: NameToken, strict: boolean, words: number, hasSurname: boolean): boolean {
  if ((flags & civility) !== 0 && (flags & (first | surname)) === 0) return false
  const isNamed = (flags & (first | surname)) !== 0
  if ((flags & never) !== 0 && !(strict && isNamed && words < 2)) return false
  if ((flags & (role | placeNoun)) !== 0) return strict && isNamed && words < 2
  if ((flags & common) === 0) return words === 0 || !/^(?:i{1,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xvi)$/.test(key)
  if (!isNamed) return strict && words === 0
  return words === 1 || !hasSurname || (shape === 'upper' && words < 3)
}

/** Whether the words before a name are those of a place, an institution or an event: « école élémentaire Jean Macé », « rue du Général Leclerc ». */
export function isPlaceBefore({ tokens }: NameSearch, from: number): boolean {
  for (let at = from; at > Math.max(0, from - 5); at--) {
    if (!follows(tokens[at]!)) return false
    const { flags, shape, key } = tokens[at - 1]!
    // « l'arrêt Jean Jaurès » is a stop, « l'arrêt de Jean Durand » a leave.
    if (key === 'arret' && at < from) return false
    if ((flags & placeNoun) !== 0 && (shape === 'lower' || !isAlsoName(tokens[at - 1]!))) return true
    if ((flags & (particle | rank)) === 0 && !placeAdjectives.has(key) && key !== 'et' && key !== 'saint' && key !== 'sainte') return false
  }
  return false
}

const isAlsoName = ({ flags }: NameToken): boolean => (flags & first) !== 0

/** Whether a word is in the names of places: a region, a river, a town, or a brand. */
export const isGeographic = ({ key }: NameToken): boolean =>
  geographicWords.has(key) || (key.includes('-') && key.split('-').some((part) => geographicWords.has(part)))
