import { firstWord, lowerName, findListed } from './civilities.ts'
import { civility, common, first, never, particle, placeNoun, relative, role, surname } from './lexicon.ts'
import { addName, follows, isCapital, isGeographic, readName, type NameSearch } from './name-search.ts'
import { greetings, introductions, surnameIntroductions } from './words.ts'

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
  return /^(?:nee|epou|veu|famille|couple|consorts|denomm|prenomm|nomm|signe|appelle)/.test(key)
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
