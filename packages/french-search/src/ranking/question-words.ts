/** A word of a question: its number in the index, if it has one, and how rare it is. */
export type QuestionWord = { id: number | undefined; idf: number; /** Some document holds it, or the vectors know it. */ isHeardOf: boolean }

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
