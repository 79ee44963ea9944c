/** A term of a question: the index numbers of the terms that match it, and its inverse document frequency. */
export type QuestionWord = { ids: readonly number[]; idf: number; /** Whether some document contains it or the vectors know it. */ isKnown: boolean }

/** Share of the words of a question, weighted by rarity, that satisfy `isMatch`. */
export const shareOfWords = (words: readonly QuestionWord[], isMatch: (word: QuestionWord) => boolean): number => {
  let share = 0
  let whole = 0
  for (const word of words) {
    whole += word.idf
    if (isMatch(word)) share += word.idf
  }
  return whole > 0 ? share / whole : 0
}
