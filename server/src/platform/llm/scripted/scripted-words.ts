import { chatter, createAnalyser, createQuestionReader, fold, normalise, plainForm, questionWords, stopWords, type SearchQuestion } from '@parvis/french-search'

/** Question found in a message: alone (`question`), and with the words of the story around it (`inContext`). */
export type FoundQuestion = Pick<SearchQuestion, 'question' | 'inContext'>

/** Text analysis of the demonstration model, the same as the search's. */
export type TextAnalysis = {
  /** Roots of the meaningful words, in order. */
  terms(text: string): string[]
  /** Roots of the meaningful words of a question, without question words. */
  questionTerms(question: string): string[]
  /** Finds the questions of a message, separated from the story around them; the message itself when none is found. */
  findQuestions(message: string): FoundQuestion[]
  /** Returns the questions of a message that asks several and nothing else; otherwise empty. */
  questions(message: string): FoundQuestion[]
  /** Whether a sentence gives an order about the answer or the document, and searches for nothing. */
  isOrder(sentence: string): boolean
  /** Counts the distinct words of a question that name its subject. */
  subjectWords(question: string): number
}

export const createTextAnalysis = (): TextAnalysis => {
  const analyser = createAnalyser()
  const read = createQuestionReader(analyser)
  return {
    terms: analyser.textTerms,
    questionTerms: analyser.questionTerms,
    findQuestions: (message) => {
      const { asks } = read(message)
      return asks.length === 0 ? [{ question: message, inContext: message }] : withPreviousQuestion(asks)
    },
    questions: (message) => {
      const { asks, areQuestions = false } = read(message)
      return areQuestions && asks.length > 1 ? withPreviousQuestion(asks) : []
    },
    isOrder: (sentence) => {
      const { asks, isCourtesy } = read(sentence)
      return asks.length === 0 && !isCourtesy
    },
    subjectWords: (question) => new Set((plainForm(question).match(/[\p{L}\p{N}]+/gu) ?? []).filter(isOfSubject)).size,
  }
}

const isOfSubject = (word: string): boolean => word.length > 1 && !chatter.has(word) && !questionWords.has(word) && !stopWords.has(word)

/** Adds the previous question to the context of one that follows from it: « Et qui décide ? ». */
const withPreviousQuestion = (asks: readonly SearchQuestion[]): FoundQuestion[] =>
  asks.map(({ question, inContext }, at) => ({
    question,
    inContext: at > 0 && /^\W*(?:et|mais|sinon)\s/i.test(question) ? `${asks[at - 1]!.question} ${inContext}` : inContext,
  }))

/** Normalises a text for pattern matching: lower case, no accents, straight apostrophes, ordinary spaces. */
export const plainOf = (text: string): string => fold(normalise(text))

/** End of a sentence: a final mark before a capital or a digit, but not after an initial or an abbreviation (L. 2121-29, art. 5, M. Petit). */
const SENTENCE_END = /(?<=[.!?…])(?<!(?<![\p{L}\p{N}])(?:\p{Lu}|art|al|n|p|cf|Mme|MM)\.)\s+(?=[\p{Lu}«\d])/u

/** Splits a text into sentences; the end of a paragraph or of a list item also ends a sentence. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n{2,}|\n(?=[ \t]{0,9}(?:[-*•]|\d{1,4}[.)])\s)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(SENTENCE_END))
    // Remove the dash of a list item.
    .map((sentence) => sentence.replace(/^\s*[-*•]\s+/, '').trim())
    // Drop texts of punctuation only.
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** Cuts a text between two words, never inside a number (« 12 500 »), and marks the cut with « […] ». */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text
  const blanks = text.slice(0, most + 2).matchAll(/(?<!\d)\s|\s(?!\d)/g)
  const end = Array.from(blanks, ({ index }) => index).findLast((at) => at <= most) ?? most
  return `${text.slice(0, end).trimEnd()} […]`
}

/** Quotes a text word for word between guillemets; those inside it become English quotation marks. */
export const quoted = (text: string, most: number): string => `«\u00a0${shorten(text.replace(/«\s?/g, '“').replace(/\s?»/g, '”'), most)}\u00a0»`
