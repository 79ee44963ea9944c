/** Formats the number of an article: `L2121-17` → « L. 2121-17 », `1639 A bis` as it is. */
export const formatArticleNumber = (number: string): string =>
  number.trim().replace(/^(LO|L|R|D|A)\.?\s*(?=\*?\s?\d)/u, (_, series: string) => `${[...series].join('.')}.\u00a0`)

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('fr') + text.slice(1)

/** Formats the title of an article: « Article L. 2121-17 — Code général des collectivités territoriales ». */
export const articleTitle = (number: string, code_title: string): string => `Article\u00a0${formatArticleNumber(number)} — ${capitalize(code_title)}`
