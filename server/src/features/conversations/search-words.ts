/** Characters that separate words. Same ranges as in the SQL function `search_words`. */
const separators =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff\\u2000-\\u206f\\u20a0-\\u2bff\\u3000-\\u303f\\ufe00-\\ufe6f'
const word = new RegExp(`[^${separators}\\u0000]+`, 'g')

const wordLength = 40

/** Removes accents and case, as the SQL function `search_words` does. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
}

/** Yields the words of a folded text in order, truncated as in the database. */
export function* words(folded: string): Generator<string> {
  for (const [one] of folded.matchAll(word)) yield one.length <= wordLength ? one : [...one].slice(0, wordLength).join('')
}

/** Returns the words of a text with their offsets (`end` excluded) and folded form. */
export function wordPlaces(text: string): { start: number; end: number; folded: string }[] {
  return [...text.matchAll(word)].map((found) => ({ start: found.index, end: found.index + found[0].length, folded: foldForSearch(found[0]) }))
}
