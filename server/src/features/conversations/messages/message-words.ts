import { joinedFigures, type SearchTerm, foldForSearch, words } from '../search-terms.ts'

/** Maximum length indexed, in characters: the longest message that a person may write. */
export const maxIndexedLength = 100_000
/** Maximum length after folding, in characters: one character may expand to eighteen. */
const maxFoldedLength = 120_000
/** Maximum number of distinct words per message: twice that of a hundred pages of prose, a quarter of what noise would produce. */
const maxWords = 5_000
/** Words written per statement: about twenty milliseconds on an embedded database. */
const wordsPerPart = 1_000
/** Lengths of the prefixes indexed as such, so that a search for so few letters reads one entry instead of every word with that prefix. */
const prefixLengths = [1, 2]

/** Prefix of each indexed word, so that a search only reads the words of its owner. Same as the SQL function `search_words`. */
const ownerPrefix = (owner_id: string) => owner_id.slice(0, 8)

/** Returns the index entries of a message, split into parts that fit one statement; the longest text gives about six. */
export function wordParts(owner_id: string, content: string): string[][] {
  const found = new Set<string>()
  const foldedContent = foldForSearch(content.slice(0, maxIndexedLength).toWellFormed()).slice(0, maxFoldedLength).toWellFormed()
  for (const word of [words(foldedContent), joinedFigures(foldedContent)].flatMap((list) => [...list])) {
    found.add(word)
    if (found.size === maxWords) break
  }
  const entries = new Set(found)
  for (const word of found)
    for (const length of prefixLengths)
      entries.add(
        `^${Array.from(word.slice(0, 2 * length))
          .slice(0, length)
          .join('')}`,
      )
  const ownedWords = [...entries].map((word) => `${ownerPrefix(owner_id)}${word}`)
  return Array.from({ length: Math.ceil(ownedWords.length / wordsPerPart) }, (_, part) => ownedWords.slice(part * wordsPerPart, (part + 1) * wordsPerPart))
}

/** Returns the `tsquery` of a search term, for messages and for titles. Words contain no quote or backslash, so they need no escaping. */
export function termQueries(owner_id: string, term: SearchTerm): { in_messages: string; in_titles: string } {
  const lexeme = (word: string) => `'${ownerPrefix(owner_id)}${word}'`
  const isPrefix = (word: string) => prefixLengths.includes([...word].length)
  const query = (last: (word: string) => string): string =>
    term.map((form) => `(${form.map((word, index) => (index < form.length - 1 ? lexeme(word) : last(word))).join(' & ')})`).join(' | ')
  return {
    in_titles: query((word) => `${lexeme(word)}:*`),
    in_messages: query((word) => (isPrefix(word) ? lexeme(`^${word}`) : `${lexeme(word)}:*`)),
  }
}
