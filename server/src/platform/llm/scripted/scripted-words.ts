import { createAnalyser, createAskReader, fold, normalise } from '@parvis/french-search'

/** What the demonstration model understands of words: no more than the search does. */
export type Words = {
  /** Roots of the words that carry a meaning, in order. */
  terms(text: string): string[]
  /** The same, without the words that only ask. */
  asked(question: string): string[]
  /** The things that a message asks, told from the story around them; the message itself where none is found. */
  asks(message: string): { question: string; inContext: string }[]
}

export const createWords = (): Words => {
  const analyser = createAnalyser()
  const read = createAskReader(analyser)
  return {
    terms: analyser.textTerms,
    asked: analyser.questionTerms,
    asks(message) {
      const { asks } = read(message)
      if (asks.length === 0) return [{ question: message, inContext: message }]
      // « Et qui décide ? » goes on about what was just asked.
      return asks.map(({ question, inContext }, at) => ({
        question,
        inContext: at > 0 && /^\W*(?:et|mais|sinon)\s/i.test(question) ? `${asks[at - 1]!.question} ${inContext}` : inContext,
      }))
    },
  }
}

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

/** A text cut between two words, with the mark that says so. */
export const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} […]`)

/** A quotation: word for word, and with no guillemet inside, which would end it. */
export const quoted = (text: string, most: number): string => `«\u00a0${shorten(text.replace(/«\s?/g, '“').replace(/\s?»/g, '”'), most)}\u00a0»`
