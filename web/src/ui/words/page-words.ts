/** What the pages of a file are called: those of a presentation are slides, those of a workbook sheets. */
export function pageNoun(filename: string): 'page' | 'diapositive' | 'feuille' {
  if (/\.(?:pptx|odp)$/i.test(filename)) return 'diapositive'
  return /\.(?:xlsx?|ods)$/i.test(filename) ? 'feuille' : 'page'
}
