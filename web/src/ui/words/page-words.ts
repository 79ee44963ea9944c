/** Returns the French noun for the pages of a file: slides for a presentation, sheets for a workbook. */
export function pageNoun(filename: string): 'page' | 'diapositive' | 'feuille' {
  if (/\.(?:pptx|odp)$/i.test(filename)) return 'diapositive'
  return /\.(?:xlsx?|ods)$/i.test(filename) ? 'feuille' : 'page'
}
