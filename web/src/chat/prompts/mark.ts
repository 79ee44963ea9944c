/** What calls for a list over the field: prompts, or assistants. */
export type Mark = '/' | '@'

/** Where a list was called for in the field: by its mark, at this place, or by the button, which writes nothing. */
export interface Opening {
  mark: Mark
  start: number
  isTyped: boolean
}

/** Past that, what follows is a sentence and not what is looked for. */
const longest = 60

/**
 * The mark that stands just before the caret and calls for its list: at the beginning, or after a blank. « et/ou », « 1/2 », an address do
 * not. @param marks that this field knows
 */
export function markBefore(text: string, caret: number, marks: readonly Mark[]): Mark | null {
  const mark = marks.find((one) => one === text[caret - 1])
  return mark !== undefined && (caret === 1 || /\s/.test(text[caret - 2]!)) ? mark : null
}

/** What is looked for, between the opening and the caret; null: something else is being written. */
export function wordsAt({ mark, start, isTyped }: Opening, text: string, caret: number): string | null {
  const from = start + (isTyped ? 1 : 0)
  if (caret < from || (isTyped && text[start] !== mark)) return null
  const words = text.slice(from, caret)
  return words.length > longest || /^\s|\n/.test(words) || words.includes(mark) ? null : words
}
