/** Character that opens a list over the field: `/` for prompts, `@` for assistants. */
export type ListMark = '/' | '@'

/** Position in the field at which a list was opened. `isTyped`: by its mark, at `start`; otherwise by the button, which writes nothing. */
export interface ListOpening {
  mark: ListMark
  start: number
  isTyped: boolean
}

/** Maximum length of a search, in characters: a longer text is a sentence. */
const maxSearchLength = 60

/**
 * Mark just before the caret that opens its list: at the start of the text or after a white space, so that « et/ou », « 1/2 » or a URL opens nothing.
 * @param marks marks enabled in this field
 */
export function markBefore(text: string, caret: number, marks: readonly ListMark[]): ListMark | null {
  const mark = marks.find((one) => one === text[caret - 1])
  return mark !== undefined && (caret === 1 || /\s/.test(text[caret - 2]!)) ? mark : null
}

/** Search text between the opening and the caret; null when something else is being written. */
export function searchTextAt({ mark, start, isTyped }: ListOpening, text: string, caret: number): string | null {
  const from = start + (isTyped ? 1 : 0)
  if (caret < from || (isTyped && text[start] !== mark)) return null
  const searchText = text.slice(from, caret)
  return searchText.length > maxSearchLength || /^\s|\n/.test(searchText) || searchText.includes(mark) ? null : searchText
}
