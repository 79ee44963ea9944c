/** A word of a question: the numbers in the index of the terms that stand for it, and how rare it is. */
export type QuestionWord = { ids: readonly number[]; idf: number; /** Some document holds it, or the vectors know it. */ isHeardOf: boolean }

/** Share of the words of a question, weighted by rarity, of which something holds. */
export const shareOfWords = (words: readonly QuestionWord[], holds: (word: QuestionWord) => boolean): number => {
  let share = 0
  let whole = 0
  for (const word of words) {
    whole += word.idf
    if (holds(word)) share += word.idf
  }
  return whole > 0 ? share / whole : 0
}
