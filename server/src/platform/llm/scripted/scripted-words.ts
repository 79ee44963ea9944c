import { chatter, createAnalyser, createAskReader, fold, normalise, plainForm, questionWords, stopWords, type Ask } from '@parvis/french-search'

/** One thing asked, and the same with what is told around it. */
export type Asked = Pick<Ask, 'question' | 'inContext'>

/** What the demonstration model understands of words: no more than the search does. */
export type Words = {
  /** Roots of the words that carry a meaning, in order. */
  terms(text: string): string[]
  /** The same, without the words that only ask. */
  asked(question: string): string[]
  /** The things that a message asks, told from the story around them; the message itself where none is found. */
  asks(message: string): Asked[]
  /** The same, where a message asks several questions and looks for nothing else; empty elsewhere. */
  questions(message: string): Asked[]
  /** Whether a sentence orders something about the answer or the document, and looks for nothing. */
  isOrder(sentence: string): boolean
  /** How many different words of a question tell its subject. */
  subjectWords(question: string): number
}

export const createWords = (): Words => {
  const analyser = createAnalyser()
  const read = createAskReader(analyser)
  return {
    terms: analyser.textTerms,
    asked: analyser.questionTerms,
    asks: (message) => {
      const { asks } = read(message)
      return asks.length === 0 ? [{ question: message, inContext: message }] : inTurn(asks)
    },
    questions: (message) => {
      const { asks, areQuestions = false } = read(message)
      return areQuestions && asks.length > 1 ? inTurn(asks) : []
    },
    isOrder: (sentence) => {
      const { asks, isCourtesy } = read(sentence)
      return asks.length === 0 && !isCourtesy
    },
    subjectWords: (question) => new Set((plainForm(question).match(/[\p{L}\p{N}]+/gu) ?? []).filter(isOfSubject)).size,
  }
}

const isOfSubject = (word: string): boolean => word.length > 1 && !chatter.has(word) && !questionWords.has(word) && !stopWords.has(word)

/** « Et qui décide ? » goes on about what was just asked. */
const inTurn = (asks: readonly Ask[]): Asked[] =>
  asks.map(({ question, inContext }, at) => ({
    question,
    inContext: at > 0 && /^\W*(?:et|mais|sinon)\s/i.test(question) ? `${asks[at - 1]!.question} ${inContext}` : inContext,
  }))

/** Lower case, without accents, straight apostrophes and ordinary spaces: what expressions are tried on. */
export const plainOf = (text: string): string => fold(normalise(text))

/** After a final mark, before a capital or a figure; not after an initial or an abbreviation (L. 2121-29, art. 5, M. Petit). */
const SENTENCE_END = /(?<=[.!?…])(?<!(?<![\p{L}\p{N}])(?:\p{Lu}|art|al|n|p|cf|Mme|MM)\.)\s+(?=[\p{Lu}«\d])/u

/** Sentences of a text; a line break that ends a paragraph or an item ends a sentence too. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n{2,}|\n(?=[ \t]{0,9}(?:[-*•]|\d{1,4}[.)])\s)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(SENTENCE_END))
    // The dash of an item is not of its sentence.
    .map((sentence) => sentence.replace(/^\s*[-*•]\s+/, '').trim())
    // Marks alone say nothing.
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** A text cut between two words and not within a number (« 12 500 »), with the mark that says so. */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text
  const blanks = text.slice(0, most + 2).matchAll(/(?<!\d)\s|\s(?!\d)/g)
  const end = Array.from(blanks, ({ index }) => index).findLast((at) => at <= most) ?? most
  return `${text.slice(0, end).trimEnd()} […]`
}

/** A quotation: word for word, and with no guillemet inside, which would end it. */
export const quoted = (text: string, most: number): string => `«\u00a0${shorten(text.replace(/«\s?/g, '“').replace(/\s?»/g, '”'), most)}\u00a0»`
