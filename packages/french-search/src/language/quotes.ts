import type { AnalysedQuestion } from './question.ts'
import type { Analyser } from './analyse.ts'
import { endOfQuoted, readingsOf, type QuotedWords } from './quoted-words.ts'
import { splitSentences } from './sentences.ts'
import { countTerms, type StaticEmbedding } from '../vectors/static-embedding.ts'

type SentenceExtract = {
  /** Index of the passage in the list given. */
  passage: number
  /** A sentence of the passage, as written. */
  sentence: string
  /** Score of the sentence: higher answers better. Comparable within one call only. */
  score: number
}

const MIN_WORDS = 4
const MAX_CHARACTERS = 600
/** Share of common words above which two extracts are duplicates: the lower one is dropped. */
const DUPLICATE_SHARE = 0.7

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0
  for (const term of a) if (b.has(term)) common++
  return common / Math.max(1, Math.min(a.size, b.size))
}

/** Creates a function that answers questions with sentences of the documents. */
export const createExtractor = (analyser: Analyser, embedding: StaticEmbedding) => {
  const sentencesOf = (text: string): string[] =>
    text
      .split('\n')
      .flatMap(splitSentences)
      .filter((sentence) => sentence.length <= MAX_CHARACTERS && sentence.split(/\s+/).length >= MIN_WORDS && !sentence.endsWith('?'))

  /**
   * Returns the sentences that answer best, best first. The score combines common words, weighted by their rarity in the passages, semantic similarity and
   * the rank of the passage. Duplicates are dropped.
   */
  return (question: AnalysedQuestion, passages: readonly string[], limit: number): SentenceExtract[] => {
    const all = passages.flatMap((text, passage) => sentencesOf(text).map((sentence) => ({ passage, sentence, terms: analyser.textTerms(sentence) })))
    const frequency = new Map<string, number>()
    for (const { terms } of all) for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
    const rarity = (term: string): number => Math.log(1 + all.length / (1 + (frequency.get(term) ?? 0)))
    const maxScore = question.weighted.reduce((sum, [term, weight]) => sum + (weight >= 1 ? rarity(term) : 0), 0) || 1
    const scored = all
      .map(({ passage, sentence, terms }) => {
        const sentenceTerms = new Set(terms)
        const words = question.weighted.reduce((sum, [term, weight]) => sum + (sentenceTerms.has(term) ? weight * rarity(term) : 0), 0) / maxScore
        const vector = embedding.embed(countTerms(terms))
        const similarity = vector.reduce((sum, value, index) => sum + value * question.vector[index]!, 0)
        return { passage, sentence, terms: sentenceTerms, score: 0.6 * words + 0.4 * Math.max(0, similarity) - 0.03 * passage }
      })
      .sort((a, b) => b.score - a.score || a.passage - b.passage)
    const bestQuotes: typeof scored = []
    for (const candidate of scored) {
      if (bestQuotes.length === limit) break
      if (!bestQuotes.some((other) => overlap(candidate.terms, other.terms) > DUPLICATE_SHARE)) bestQuotes.push(candidate)
    }
    return bestQuotes.map(({ passage, sentence, score }) => ({ passage, sentence, score }))
  }
}

export interface Quotation {
  /** Text without the quotation marks. */
  text: string
  /** Offset of the quotation in the answer, marks included. */
  start: number
  end: number
}

/** Returns the texts between « » (or “ ”) of an answer, with their offsets. */
export const quotationsOf = (answer: string): Quotation[] =>
  [...answer.matchAll(/«([^«»]+)»|“([^“”]+)”/gu)]
    .map((match) => ({ text: (match[1] ?? match[2] ?? '').trim(), start: match.index, end: match.index + match[0].length }))
    .filter(({ text }) => text !== '')

/** Returns the texts between « » (or “ ”) of an answer, without the marks. */
export const quotationsIn = (answer: string): string[] => quotationsOf(answer).map(({ text }) => text)

const ELLIPSIS = /\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3}/u

/**
 * Whether a passage contains a quotation word for word. «[…]», «(…)» and «…» may replace any text between two parts, which must be in order. A quotation
 * without a word never matches.
 */
export const isQuotedFrom = (quotation: string, passage: string): boolean => {
  const parts = partsOf(quotation)
  return readingsOf(passage, false).some((text) => areInOrder(parts, text))
}

/** Possible readings of each part of a quotation. */
const partsOf = (quotation: string): string[][] =>
  quotation
    .split(ELLIPSIS)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => readingsOf(part, true).map(({ words }) => words))

/** Whether the parts are in the text in order, each in one of its readings. */
const areInOrder = (parts: readonly string[][], text: QuotedWords): boolean => {
  if (parts.length === 0) return false
  let from = 0
  for (const readings of parts) {
    const endIndexes = readings.map((words) => endOfQuoted(words, text, from)).filter((end) => end >= 0)
    if (endIndexes.length === 0) return false
    from = Math.min(...endIndexes)
  }
  return true
}

/** Pattern of source numbers inside quotation marks: « trois jours par semaine [1] ». */
const CITATION = /\[\d{1,5}(?:\s?[,;]\s?\d{1,5})*\]/gu

/** Returns the index of the first passage that contains a quotation, with its bracketed source numbers if a passage has them, otherwise without. */
const findPassage = (quotation: string, texts: readonly (readonly QuotedWords[])[]): number | null => {
  for (const candidate of new Set([quotation, quotation.replace(CITATION, ' ')])) {
    const parts = partsOf(candidate)
    const textIndex = texts.findIndex((readings) => readings.some((text) => areInOrder(parts, text)))
    if (textIndex >= 0) return textIndex
  }
  return null
}

type QuotationCheck = { quotation: string; /** Index of the first passage that contains it, or null. */ passage: number | null }

/** Maximum number of quotations checked in one answer: each is searched in all the passages. */
const MAX_QUOTATIONS = 500

/**
 * Finds the passage of each quotation of an answer; null means unverified. Only the first `MAX_QUOTATIONS` are checked and returned.
 * @param find returns the quotations of an answer; all the texts in quotation marks by default
 */
export const checkQuotations = (answer: string, passages: readonly string[], find = quotationsIn): QuotationCheck[] => {
  const quotations = find(answer).slice(0, MAX_QUOTATIONS)
  const texts = quotations.length === 0 ? [] : passages.map((passage) => readingsOf(passage, false))
  const cache = new Map<string, number | null>()
  return quotations.map((quotation) => {
    let passage = cache.get(quotation)
    if (passage === undefined) cache.set(quotation, (passage = findPassage(quotation, texts)))
    return { quotation, passage }
  })
}
