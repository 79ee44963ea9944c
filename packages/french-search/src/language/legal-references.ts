/**
 * Pattern of legal references, each of which becomes one term. For normalised text without elisions.
 * «L. 2121-29», «L2121-29», «article L 2121-29» → l2121-29; «n° 2024-15», «loi 82-213» → n2024-15, n82-213; «article 12» → art12.
 */
export const REFERENCE_PATTERN =
  String.raw`(?:(?<=(?<!\p{L})(?:loi|décret|decret|ordonnance|circulaire|délibération|deliberation|arrêté|arrete|décision|decision)\s)|n\s?[°ºo]\s?\.?\s?)(?<act>\d{2,4}[-/]\d{1,5})(?![\d/-])` +
  String.raw`|(?<![\d-])(?<bareAct>(?:19|20)\d{2}-(?!(?:19|20)\d{2}(?!\d))\d{1,5})(?![\d-])` +
  String.raw`|\*?(?<series>l\.?\s?o|[lrda])(?<mark>\s?[.*]+\s?|\s?)\*?(?<seriesNumber>\d{1,4}(?:-\d{1,4}){0,4})(?![\p{L}\d])` +
  String.raw`|articles?\s+(?<article>premier|1er|\d{1,4}(?:-\d{1,3}){0,3})(?![\p{L}\d°]|-\d)`

export type ReferenceGroups = {
  act?: string
  bareAct?: string
  series?: string
  mark?: string
  seriesNumber?: string
  article?: string
}

/** Term of one match of `REFERENCE_PATTERN`. Null when it is an ordinary word and a number («d 15»). */
export const referenceTerm = (groups: ReferenceGroups): string | null => {
  const act = groups.act ?? groups.bareAct
  // « n° 2024-015 » is « n° 2024-15 ».
  if (act) return `n${act.replace(/[-/]0*(?=\d)/, '-')}`
  if (groups.article) return `art${groups.article === 'premier' || groups.article === '1er' ? '1' : groups.article}`
  if (!groups.series || !groups.seriesNumber) return null
  const isMarked = /[.*]/.test(groups.mark ?? '')
  const hyphenated = groups.seriesNumber.includes('-')
  const isLongNumber = /^\d{3}/.test(groups.seriesNumber) && groups.series !== 'a'
  if (!isMarked && !hyphenated && !isLongNumber) return null
  return groups.series.replace(/[^a-z]/g, '') + groups.seriesNumber
}

/** Whether a term was made by `referenceTerm`. References are exact, so they weigh more than words. */
export const isReference = (term: string): boolean => /^(?:lo|[lrda]|n|art)\d/.test(term)

/** Returns a combined term for each article followed by an act within four terms, as in «article 12 du décret n° 2016-360». */
export const pairedReferences = (terms: readonly string[]): string[] => {
  const pairs: string[] = []
  terms.forEach((term, index) => {
    if (!/^art\d/.test(term)) return
    const act = terms.slice(index + 1, index + 5).find((next) => /^n\d+-\d/.test(next))
    if (act) pairs.push(`${term}@${act}`)
  })
  return pairs
}
