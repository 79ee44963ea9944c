import type { Source } from '@parvis/contract'

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** « page 3 », « pages 3 à 5 »; empty where the format has none. */
function pagesOf(from: number | null, to: number | null): string {
  if (from === null) return ''
  return to === null || to === from ? `page\u00a0${from}` : `pages\u00a0${from} à ${to}`
}

/** Where a quotation begins in an extract of which only the first words are in sight; the beginning without any. */
export function extractFrom(extract: string, quotes: readonly string[]): string {
  const starts = quotes
    .map((quote) =>
      extract.indexOf(
        quote
          .split(/\[?…|\.{3}/u)[0]!
          .trim()
          .slice(0, searched),
      ),
    )
    .filter((at) => at > 0)
  return starts.length === 0 ? extract : `… ${extract.slice(Math.min(...starts))}`
}

/** An extract as few lines show it best: its lines run on, but each row of a table keeps its own. */
export function inFewLines(extract: string): string {
  const isRow = (line: string) => line.includes(' | ')
  return extract.split(/\n+/).reduce((shown, line, at, lines) => (at === 0 ? line : `${shown}${isRow(line) || isRow(lines[at - 1]!) ? '\n' : ' '}${line}`), '')
}

/** Letters of a quotation that are enough to find it. */
const searched = 60

/**
 * « page 3 · Titre II », « Diapositive 3 › Bilan », « Feuille « Budget » »; empty when nothing is known. A first heading that
 * only repeats the name of the file is left out, and the number of a page that is a slide.
 */
export function placeOf({ document, page, page_to, section }: Pick<Source, 'document' | 'page' | 'section'> & { page_to?: number | null }): string {
  const trail = section?.split(' › ') ?? []
  const isName = trail[0] !== undefined && letters(trail[0]) === letters(document.replace(/\.[^.]*$/, ''))
  const isSlide = trail[0]?.startsWith('Diapositive\u00a0') === true
  return [isSlide ? '' : pagesOf(page, page_to ?? page), (isName ? trail.slice(1) : trail).join(' › ')].filter(Boolean).join(' · ')
}

const origins = { conversation: 'fichier joint', project: 'fichier du projet', library: '', assistant: 'document de l’assistant' }

/** Where a document comes from, in a conversation that asks several places; empty for the library that the person chose. */
export const originWords = ({ origin }: Pick<Source, 'origin'>): string => (origin === undefined ? '' : origins[origin])
