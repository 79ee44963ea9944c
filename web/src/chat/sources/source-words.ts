import type { Source } from '@parvis/contract'

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** « page 3 », « pages 3 à 5 ». Empty for formats without pages. */
function pagesOf(from: number | null, to: number | null): string {
  if (from === null) return ''
  return to === null || to === from ? `page\u00a0${from}` : `pages\u00a0${from} à ${to}`
}

/** Cuts an extract so that it starts at the first quotation found in it, as only its first lines are visible. Unchanged if no quotation is found. */
export function extractFromQuote(extract: string, quotes: readonly string[]): string {
  const starts = quotes
    .map((quote) =>
      extract.indexOf(
        quote
          .split(/\[?…|\.{3}/u)[0]!
          .trim()
          .slice(0, searchedLength),
      ),
    )
    .filter((at) => at > 0)
  return starts.length === 0 ? extract : `… ${extract.slice(Math.min(...starts))}`
}

/** Joins the lines of an extract to save height. Table rows keep their own line. */
export function mergeLines(extract: string): string {
  const isRow = (line: string) => line.includes(' | ')
  return extract.split(/\n+/).reduce((shown, line, at, lines) => (at === 0 ? line : `${shown}${isRow(line) || isRow(lines[at - 1]!) ? '\n' : ' '}${line}`), '')
}

/** Number of characters of a quotation used to search for it. */
const searchedLength = 60

/**
 * Location of a passage: « page 3 · Titre II », « Diapositive 3 › Bilan », « Feuille « Budget » ». Leaves out a first heading that repeats the file name,
 * and the page number of a slide. Empty when nothing is known.
 */
export function passageLocation({ document, page, page_to, section }: Pick<Source, 'document' | 'page' | 'section'> & { page_to?: number | null }): string {
  const trail = section?.split(' › ') ?? []
  const isName = trail[0] !== undefined && letters(trail[0]) === letters(document.replace(/\.[^.]*$/, ''))
  const isSlide = trail[0]?.startsWith('Diapositive\u00a0') === true
  return [isSlide ? '' : pagesOf(page, page_to ?? page), (isName ? trail.slice(1) : trail).join(' › ')].filter(Boolean).join(' · ')
}

const origins = { conversation: 'fichier joint', project: 'fichier du projet', library: '', assistant: 'document de l’assistant' }

/** Origin of a document, for conversations that search several places. Empty for the library chosen by the person. */
export const originWords = ({ origin }: Pick<Source, 'origin'>): string => (origin === undefined ? '' : origins[origin])
