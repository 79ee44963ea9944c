import type { CitedPassage, Source } from '@parvis/contract'
import { normalizeLetters, sharedFraction } from './highlight.ts'

/** Range of a line of a passage, in UTF-16 units; the end is excluded. */
interface AnsweringPart {
  line: number
  from: number
  to: number
}

/** Texts of an answer from which its supporting parts of the passage are found. */
export interface AnswerBasis {
  /** Texts quoted word for word. */
  quotes: readonly string[]
  /** Sentences that cite the passage. */
  claims: readonly string[]
}

/** Minimum length of a part of a quotation, in letters and digits: shorter ones are found anywhere. */
const minQuoteLength = 3
const maxClaims = 12
/** Number of first letters by which words are compared, so that plural, gender and tense endings do not matter. */
const stemLength = 6
const minWordLength = 4

/**
 * Finds the sentences, table rows or quoted words of a passage that support an answer, in order and merged. If no quotation is found, each claim selects
 * the sentence or row that shares most of its words. Empty when nothing is close enough.
 * @param lines lines of the passage, in order; a table row is one line, with cells separated by « | »
 */
export function answeringParts(lines: readonly string[], { quotes, claims }: AnswerBasis): AnsweringPart[] {
  const sentences = lines.flatMap(sentencesOf)
  const score = scorer(
    sentences.map(({ line, from, to }) => lines[line]!.slice(from, to)),
    claims.slice(0, maxClaims),
  )
  const letters = letterMapOf(lines)
  const quoted = quotes.flatMap((quote) => quotedParts(letters, quote, (index) => score.best(sentenceIndexAt(sentences, letters.positions[index]!))))
  const parts = quoted.length > 0 ? quoted : score.ranks().map((rank) => sentences[rank]!)
  return mergeParts(parts)
}

function sentencesOf(text: string, line: number): AnsweringPart[] {
  if (text.includes(' | ')) return [{ line, from: 0, to: text.length }]
  return [...text.matchAll(sentence)].map(({ 0: found, index }) => ({ line, from: index, to: index + found.trimEnd().length }))
}

/** Matches a sentence. The full stops of « M. Durand », « art. 3 » and « 3.5 » do not end it. */
const sentence = /\S[^]*?(?:(?<!(?<!\p{L})(?:M|MM|Mme|art|al|cf|p|n|L|R|D))[.!?…]+[»"’)]*(?=\s+[\p{Lu}«"]|\s*$)|$)/gu

const sentenceIndexAt = (sentences: readonly AnsweringPart[], place: { line: number; at: number }): number =>
  sentences.findIndex(({ line, from, to }) => line === place.line && place.at >= from && place.at < to)

/** Returns the comparable words of a text: numbers, and the stems of words of at least `minWordLength` letters. */
function comparableWords(text: string): Set<string> {
  const words = text.match(/\d+(?:[.,\u00a0\u202f ]\d+)*|\p{L}+/gu) ?? []
  return new Set(words.map(normalizeLetters).flatMap((word) => (/\d/.test(word) ? word : word.length >= minWordLength ? word.slice(0, stemLength) : [])))
}

/** Scores sentences by the words that they share with claims. Rare words weigh more, and numbers twice as much. */
function scorer(sentences: readonly string[], claims: readonly string[]) {
  const words = sentences.map(comparableWords)
  const rarity = (word: string) => Math.log(1 + words.length / (1 + words.filter((lineWords) => lineWords.has(word)).length)) * (/\d/.test(word) ? 2 : 1)
  const scores = claims.map((claim) => {
    const claimWords = [...comparableWords(claim)].map((word) => ({ word, weight: rarity(word) }))
    return words.map((lineWords) => {
      const sharedWords = claimWords.filter(({ word }) => lineWords.has(word))
      // A single shared word that is not a number is not significant.
      const isEnough = sharedWords.length > 1 || sharedWords.some(({ word }) => /\d/.test(word))
      return isEnough ? sharedWords.reduce((sum, { weight }) => sum + weight, 0) : 0
    })
  })
  return {
    /** Best score of a sentence over all claims; 0 for an unknown index. */
    best: (rank: number): number => Math.max(0, ...scores.map((lineScores) => lineScores[rank] ?? 0)),
    /** Index of the best sentence of each claim that has one. */
    ranks: (): number[] => scores.flatMap((lineScores) => (Math.max(0, ...lineScores) > 0 ? lineScores.indexOf(Math.max(...lineScores)) : [])),
  }
}

interface LetterMap {
  text: string
  positions: readonly { line: number; at: number; isWordStart: boolean }[]
}

function letterMapOf(lines: readonly string[]): LetterMap {
  let text = ''
  const places: { line: number; at: number; isWordStart: boolean }[] = []
  lines.forEach((content, line) => {
    let index = 0
    let isWordStart = true
    for (const sign of content) {
      const letters = normalizeLetters(sign)
      for (const letter of letters) {
        text += letter
        places.push({ line, at: index, isWordStart })
        isWordStart = false
      }
      // A combining accent belongs to the letter before it.
      if (letters === '' && !/\p{M}/u.test(sign)) isWordStart = true
      index += sign.length
    }
  })
  return { text, positions: places }
}

/**
 * Locates a quotation, as one part per line. Of several occurrences, takes the one in the best-scored sentence, else the first. Empty unless every piece
 * of the quotation is found.
 */
function quotedParts({ text, positions }: LetterMap, quote: string, scoreAt: (letter: number) => number): AnsweringPart[] {
  const quoteLines = quote
    .split(/\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3}/u)
    .map(normalizeLetters)
    .filter((part) => part.length >= minQuoteLength)
  const [first, ...otherLines] = quoteLines
  if (first === undefined) return []
  const isWhole = (from: number, length: number) => positions[from]!.isWordStart && (positions[from + length]?.isWordStart ?? true)
  const next = (part: string, from: number): number => {
    for (let index = text.indexOf(part, from); index !== -1; index = text.indexOf(part, index + 1)) if (isWhole(index, part.length)) return index
    return -1
  }
  let start = -1
  for (let index = next(first, 0); index !== -1; index = next(first, index + 1)) if (start === -1 || scoreAt(index) > scoreAt(start)) start = index
  const ranges = start === -1 ? [] : [{ from: start, to: start + first.length }]
  for (const part of otherLines) {
    const index = ranges.length === 0 ? -1 : next(part, ranges.at(-1)!.to)
    if (index === -1) return []
    ranges.push({ from: index, to: index + part.length })
  }
  return ranges.flatMap(({ from, to }) => {
    const parts: AnsweringPart[] = []
    for (const { line, at } of positions.slice(from, to)) {
      const last = parts.at(-1)
      if (last?.line === line) last.to = at + 1
      else parts.push({ line, from: at, to: at + 1 })
    }
    return parts
  })
}

/** Sorts parts and merges those that touch or overlap. */
function mergeParts(parts: readonly AnsweringPart[]): AnsweringPart[] {
  const joinedParts: AnsweringPart[] = []
  for (const part of parts.toSorted((a, b) => a.line - b.line || a.from - b.from)) {
    const last = joinedParts.at(-1)
    if (last?.line === part.line && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else joinedParts.push({ ...part })
  }
  return joinedParts
}

/** Minimum share of common letters for two texts to be the same passage. Neighbouring passages may share a heading or a set phrase. */
const minShare = 1 / 3

/**
 * Whether a passage still has the text that an answer cited. Sources identify passages by position, and a document that was read again may have another
 * passage there.
 */
export const isSamePassage = (passage: string, extract: string): boolean =>
  normalizeLetters(extract) === '' || Math.max(sharedFraction([passage], extract), sharedFraction([extract], passage)) >= minShare

/** Builds a passage from the data stored with the source of an answer. */
export const toCitedPassage = ({ page, page_to, section, extract }: Source): Omit<CitedPassage, 'passage_id'> => ({
  page_from: page,
  page_to: page_to ?? page,
  section,
  text: extract,
})

/** Converts parts of the lines of a passage to ranges of its text, in UTF-16 units. */
export function toPassageRanges(lines: readonly string[], parts: readonly AnsweringPart[]): { from: number; to: number }[] {
  const starts = lines.reduce<number[]>((found, line) => [...found, found.at(-1)! + line.length + 1], [0])
  return parts.map(({ line, from, to }) => ({ from: starts[line]! + from, to: starts[line]! + to }))
}
