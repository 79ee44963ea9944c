/** Between what a model thinks aloud at the beginning of its answer, where its server has no reasoning parser (vLLM, llama.cpp, Ollama as they are). */
const MARKS = [
  ['<think>', '</think>'], // Qwen, DeepSeek
  ['[THINK]', '[/THINK]'], // Magistral
] as const
/** Of white space before the answer, what is held back at the most. */
const MOST_SPACE = 200

/**
 * Takes away what a model thinks before it answers, as it would come in `reasoning_content`, and the white space after it. Only at the beginning:
 * an answer may speak of such marks. One reader per stream; a token of the answer costs one comparison.
 */
export const withoutThoughts = () => {
  /** What may be the beginning of a mark, and the white space before it. */
  let held = ''
  /** The mark that ends what is being thought. */
  let closing = ''
  let hasThought = false
  let isAnswering = false

  /** What is held is of the answer after all. */
  const rest = (): string => {
    const answer = closing === '' ? held : ''
    isAnswering = true
    held = ''
    return answer
  }

  const begin = (text: string): string => {
    held += text
    for (;;) {
      if (closing !== '') {
        const end = held.indexOf(closing)
        if (end === -1) {
          held = held.slice(1 - closing.length)
          return ''
        }
        held = held.slice(end + closing.length)
        closing = ''
        hasThought = true
      }
      const words = held.trimStart()
      if (hasThought) held = words
      if (held.length - words.length > MOST_SPACE) return rest()
      const marks = MARKS.find(([opening]) => words.startsWith(opening))
      if (marks === undefined) return MARKS.some(([opening]) => opening.startsWith(words)) ? '' : rest()
      closing = marks[1]
      held = words.slice(marks[0].length)
    }
  }

  return {
    /** What is of the answer in the next words of a stream. */
    next: (text: string): string => (isAnswering || text === '' ? text : begin(text)),
    /** What is of the answer in those that were held back, once the stream has said its last. */
    rest,
  }
}
