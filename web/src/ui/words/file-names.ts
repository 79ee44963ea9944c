/** Adds zero-width spaces after the dots, underscores and hyphens of a file name, so that it can wrap in a narrow panel. */
export const breakable = (name: string): string => name.replace(/([._-])/g, '$1\u200b')

/** Returns the French noun for the pages of a file: slides for a presentation, sheets for a workbook. */
export function pageNoun(filename: string): 'page' | 'diapositive' | 'feuille' {
  if (/\.(?:pptx|odp)$/i.test(filename)) return 'diapositive'
  return /\.(?:xlsx?|ods)$/i.test(filename) ? 'feuille' : 'page'
}
