import { civility, common, first, never, particle, rank, role, surname } from './lexicon.ts'
import { addName, follows, isCapital, isPlaceBefore, readName, type NameSearch } from './name-search.ts'
import type { NameToken } from './tokens.ts'
import { pluralCivilities } from './words.ts'

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
    if (
      isRank &&
      (isPlaceBefore(search, at) ||
        (token.shape === 'lower' && !isListedSurname(search, from)) ||
        isAfterNoun(search, at) ||
        tokens[from]!.end - tokens[from]!.start < 3)
    )
      continue
    from = skipOffice(search, from)
    const name = readNameAfterTitle(search, from)
    if (!name) continue
    addName(search, { ...name, confidence: isRank ? 0.7 : 0.95, reason: 'person.civility', ...genderOf(token.key) })
    if (pluralCivilities.has(token.key)) findListed(search, name.to)
    at = name.to - 1
  }
}

/** Whether a listed surname that is no word is here: « l’abbé Le Bris », but not « le père Noël ». */
const isListedSurname = (search: NameSearch, from: number): boolean => {
  const name = readName(search, from, { strict: false })
  if (!name) return false
  const { flags } = firstWord(search, name)
  return (flags & surname) !== 0 && (flags & (common | never)) === 0
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
  return end - start > 1 && (key.length > 2 || key === 'mr' || isCapital(tokens[at + 1]!))
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
export function lowerName({ tokens }: NameSearch, from: number): { from: number; to: number } | null {
  let to = from
  while (to < from + 3 && tokens[to] && (to === from || follows(tokens[to]!)) && isLowerName(tokens[to]!)) to++
  if (
    to === from &&
    tokens[from]!.shape === 'lower' &&
    (tokens[from]!.flags & (common | never | particle)) === 0 &&
    /^(?:mme|mlle|mr)$/.test(tokens[from - 1]!.key)
  )
    to++
  return to > from && (tokens[from - 1]!.shape === 'lower' || /^(?:mme|mlle|mr|melle)$/.test(tokens[from - 1]!.key)) ? { from, to } : null
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
export const firstWord = ({ tokens }: NameSearch, { from, to }: { from: number; to: number }): NameToken => {
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
