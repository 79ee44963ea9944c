import { fold } from '../normalise.ts'
import { flagsOf } from './lexicon.ts'

/** Capitals of a word: in lower case, with a capital, all in capitals, or as an initial (« J. », « J.-P. »). */
export type Shape = 'lower' | 'capital' | 'upper' | 'initial'

/** Gap between a word and the previous one: nothing, spaces, one line break, or anything else. */
export type Gap = 'none' | 'space' | 'line' | 'other'

/** A word of the text. */
export type NameToken = { start: number; end: number; key: string; shape: Shape; gap: Gap; flags: number; startsSentence: boolean }

/** Classes of UTF-16 units: 0 other, 1 lower-case letter, 2 capital. */
const classes = new Uint8Array(0x3000)
for (let unit = 65; unit < classes.length; unit++) {
  const sign = String.fromCharCode(unit)
  if (/\p{Lu}/u.test(sign)) classes[unit] = 2
  else if (/\p{L}/u.test(sign)) classes[unit] = 1
}

const classOf = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit < classes.length ? classes[unit]! : Number.isNaN(unit) ? 0 : /\p{L}/u.test(text[at]!) ? 1 : 0
}

/** Words that lose their vowel before an apostrophe. */
const elision = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|presqu|quoiqu|quelqu)$/i

/** Splits a text into words. Hyphens and apostrophes inside a name join it; « l'épouse » and « d'Argoult » are two words. */
export function tokenize(text: string): NameToken[] {
  const tokens: NameToken[] = []
  let previousEnd = 0
  for (let at = 0; at < text.length;) {
    if (classOf(text, at) === 0) {
      at++
      continue
    }
    const end = wordEnd(text, at)
    const token = readToken(text, at, end, previousEnd, tokens.length === 0)
    tokens.push(token)
    previousEnd = token.end
    at = token.end
  }
  return tokens
}

/** Returns the end of the word that begins at an offset. An apostrophe ends it after an elided word. */
function wordEnd(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    while (classOf(text, at) !== 0) at++
    const sign = text.charCodeAt(at)
    if (classOf(text, at + 1) === 0) return sign === 39 && elision.test(text.slice(start, at)) ? at + 1 : at
    if (sign === 39) {
      const left = text.slice(start, at)
      const isName = /^[NMOTKBS]$/.test(left) && classOf(text, at + 1) === 2 && left !== 'S'
      if (elision.test(left) && !isName) return at + 1
    } else if (sign !== 45) return at
    at++
  }
}

function readToken(text: string, start: number, wordEnd: number, previousEnd: number, isFirst: boolean): NameToken {
  const word = text.slice(start, wordEnd)
  const gapText = text.slice(previousEnd, start)
  const shape = shapeOf(text, start, wordEnd)
  const end = shape === 'initial' ? initialEnd(text, wordEnd) : wordEnd
  const { key, flags } = shape === 'initial' ? initialEntry(text.slice(start, end)) : entryOf(word)
  const gap = readGap(gapText)
  const startsSentence = isFirst || gap === 'line' || (gap === 'other' && /[.!?:\n>|•*]/.test(gapText))
  return { start, end, key, shape, gap, flags, startsSentence }
}

/** Folded form and flags of the words met last, by their spelling. */
const entries = new Map<string, { key: string; flags: number }>()
/** Highest number of spellings that are remembered. */
const maxEntries = 20_000

function entryOf(word: string): { key: string; flags: number } {
  const found = entries.get(word)
  if (found) return found
  const folded = fold(word)
  const key = folded.endsWith("'") ? folded.slice(0, -1) : folded
  const entry = { key, flags: flagsOf(key) }
  if (word.length < 40) {
    if (entries.size >= maxEntries) entries.clear()
    entries.set(word, entry)
  }
  return entry
}

/** Initials are no word: « Y. » is not the particle « y ». */
const initialEntry = (initials: string): { key: string; flags: number } => {
  const key = fold(initials).replace(/[^a-z]/g, '')
  return { key, flags: key === 'm' ? flagsOf(key) : 0 }
}

function readGap(gap: string): Gap {
  if (gap === '') return 'none'
  if (gap === ' ') return 'space'
  if (/^ {1,3}$/.test(gap)) return 'space'
  return /^[ \t]*\r?\n[ \t]*$/.test(gap) ? 'line' : 'other'
}

function shapeOf(text: string, start: number, end: number): Shape {
  // « el-Fassi » is a surname.
  if (classOf(text, start) !== 2)
    return text[start + 2] === '-' && classOf(text, start + 3) === 2 && /^(?:el|al)-/.test(text.slice(start, start + 3)) ? 'capital' : 'lower'
  if (end - start === 1 || (end - start === 3 && text[start + 1] === '-' && classOf(text, start + 2) === 2)) return 'initial'
  let capitals = 0
  let letters = 0
  for (let at = start; at < end; at++) {
    const kind = classOf(text, at)
    if (kind !== 0) letters++
    if (kind === 2) capitals++
  }
  // « McDONALD » and « LE » are capitals; « Dupont-MARTIN » is a name with a capital.
  return letters > 1 && capitals >= letters - (letters > 4 ? 1 : 0) ? 'upper' : 'capital'
}

/** Returns the end of initials, « J. » or « J.-P. », with their dots. */
function initialEnd(text: string, end: number): number {
  let at = end
  if (text[at] === '.') at++
  for (let count = 0; count < 2 && text[at] === '-' && classOf(text, at + 1) === 2 && text[at + 2] === '.'; count++) at += 3
  return at
}
