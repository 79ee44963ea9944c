/** Formats the number of an article: `L2121-17` → « L. 2121-17 », `1639 A bis` as it is. */
export const formatArticleNumber = (number: string): string =>
  number.trim().replace(/^(LO|L|R|D|A)\.?\s*(?=\*?\s?\d)/u, (_, series: string) => `${[...series].join('.')}.\u00a0`)

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('fr') + text.slice(1)

/** Pattern of the number of a practical sheet: « F3054 ». */
const sheetNumber = /^[FNR]\d+$/

type TitledArticle = {
  number: string
  code_title: string
  /** Titles above the article; the last one is the title of a practical sheet. */ path: readonly string[]
}

/**
 * Formats the title of an article: « Article L. 2121-17 — Code général des collectivités territoriales ». A practical sheet has its own title: « Congé de
 * paternité — Fiches pratiques de service-public.fr ».
 */
export function articleTitle({ number, code_title, path }: TitledArticle): string {
  const title = sheetNumber.test(number) ? path.at(-1) : undefined
  return `${title ?? `Article\u00a0${formatArticleNumber(number)}`} — ${capitalize(code_title)}`
}
