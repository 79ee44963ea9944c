import { joinedFigures, type SearchTerm } from '../search-terms.ts'
import { foldForSearch, words } from '../search-words.ts'

/** What is read of a message, in characters: the longest that a person may write. */
export const charactersIndexed = 100_000
/** A character may unfold into eighteen. */
const charactersFolded = 120_000
/** Different words kept of one message: twice what a hundred pages of prose hold, a quarter of what noise would. */
const wordsKept = 5_000
/** Words that one statement adds to the index: some twenty milliseconds of the embedded engine. */
const wordsPerPart = 1_000
/** Beginnings of words that are kept as such: a search of so few letters reads them instead of every word that begins so. */
const beginningLengths = [1, 2]

/** Before each word: it is only looked for among those of its owner. As `search_words` of the database has it. */
const ownerMark = (owner_id: string) => owner_id.slice(0, 8)

/** The words of a message as the index keeps them, cut into parts, each small enough for one statement; the longest text gives half a dozen. */
export function wordParts(owner_id: string, content: string): string[][] {
  const found = new Set<string>()
  const folded = foldForSearch(content.slice(0, charactersIndexed).toWellFormed()).slice(0, charactersFolded).toWellFormed()
  for (const word of [words(folded), joinedFigures(folded)].flatMap((list) => [...list])) {
    found.add(word)
    if (found.size === wordsKept) break
  }
  const kept = new Set(found)
  for (const word of found)
    for (const length of beginningLengths)
      kept.add(
        `^${Array.from(word.slice(0, 2 * length))
          .slice(0, length)
          .join('')}`,
      )
  const marked = [...kept].map((word) => `${ownerMark(owner_id)}${word}`)
  return Array.from({ length: Math.ceil(marked.length / wordsPerPart) }, (_, part) => marked.slice(part * wordsPerPart, (part + 1) * wordsPerPart))
}

/** The `tsquery` of a term of a search, for messages and for titles. Words hold no quote nor backslash. */
export function termQueries(owner_id: string, term: SearchTerm): { in_messages: string; in_titles: string } {
  const lexeme = (word: string) => `'${ownerMark(owner_id)}${word}'`
  const isBeginning = (word: string) => beginningLengths.includes([...word].length)
  const query = (last: (word: string) => string): string =>
    term.map((form) => `(${form.map((word, at) => (at < form.length - 1 ? lexeme(word) : last(word))).join(' & ')})`).join(' | ')
  return {
    in_titles: query((word) => `${lexeme(word)}:*`),
    in_messages: query((word) => (isBeginning(word) ? lexeme(`^${word}`) : `${lexeme(word)}:*`)),
  }
}
