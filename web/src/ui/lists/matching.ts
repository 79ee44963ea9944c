/** Removes accents and lowercases, so that « ECOLE » matches « école ». */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'oe')
    .toLocaleLowerCase('fr-FR')
}

/**
 * Normalizes a text for list filtering: accents, case, apostrophes, thousands separators, references of articles (« L. 2121-29 ») and hyphens of compound
 * words no longer matter. The server normalizes the same way (`normalizedTextSql`).
 */
const normalizeForSearch = (text: string): string =>
  foldText(text)
    .replaceAll('’', "'")
    .replace(/(?<=\d)[\s.](?=\d{3}(?!\d))/g, '')
    .replace(/(?<![a-z0-9])(lo|[lrda])[.*\s]+(?=\d)/g, '$1')
    .replace(/(?<=[a-z])-(?=[a-z])/g, '')

/** Whether one of the texts contains the search, both normalized. A blank search matches everything. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const normalizedSearch = normalizeForSearch(search.trim())
  return texts.some((text) => normalizeForSearch(text).includes(normalizedSearch))
}
