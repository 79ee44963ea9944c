export interface TextRange {
  start: number
  end: number
}

/** Text in brackets on one line, except the label of a Markdown link. */
const bracketed = /\[[^[\]\n]{1,120}\](?!\()/g

/**
 * Positions of the placeholders to fill in a text, such as `[nom de l’élu]`. Excludes instructions to the model, in capitals (`[À COMPLÉTER]`), and ticked
 * boxes (`[x]`).
 */
export function blanksOf(text: string): TextRange[] {
  return [...text.matchAll(bracketed)]
    .filter(([words]) => /\p{Ll}/u.test(words) && words !== '[x]')
    .map(({ index, 0: words }) => ({ start: index, end: index + words.length }))
}

/** Next or previous placeholder from the selection; null if there is none on that side. */
export function adjacentBlank(text: string, selected: TextRange, isBackwards: boolean): TextRange | null {
  const blanks = blanksOf(text)
  const found = isBackwards ? blanks.findLast(({ end }) => end <= selected.start) : blanks.find(({ start }) => start >= selected.end)
  return found ?? null
}
