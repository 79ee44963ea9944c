export interface Range {
  start: number
  end: number
}

/** In brackets, on one line, and not the words of a link. */
const bracketed = /\[[^[\]\n]{1,120}\](?!\()/g

/**
 * What is to be filled in a text: `[nom de l’élu]`. All in capitals, brackets are an instruction to the model (`[À COMPLÉTER]`), and `[x]` is a
 * box that is ticked.
 */
export function blanksOf(text: string): Range[] {
  return [...text.matchAll(bracketed)]
    .filter(([words]) => /\p{Ll}/u.test(words) && words !== '[x]')
    .map(({ index, 0: words }) => ({ start: index, end: index + words.length }))
}

/** The blank that follows what is selected, or comes before it; null: there is none on that side. */
export function blankBeside(text: string, selected: Range, isBackwards: boolean): Range | null {
  const blanks = blanksOf(text)
  const found = isBackwards ? blanks.findLast(({ end }) => end <= selected.start) : blanks.find(({ start }) => start >= selected.end)
  return found ?? null
}
