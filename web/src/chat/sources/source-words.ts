import type { Source } from '@parvis/contract'
import { formatLongDate } from '../../ui/words/formats.ts'
import { citedNumbers } from './quote-marks.ts'

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

type DatedSource = Pick<Source, 'number' | 'version_date' | 'collection' | 'upload_date'>

/** Formats a date without time in UTC, so that the day is the same in every time zone. */
const dayWords = (date: string): string => formatLongDate(date, 'UTC')

/** « version du 28 janvier 2020 », or « ajouté le 3 mars 2026 » for a library document without version date. Empty for other documents. */
export function dateOf({ version_date, upload_date }: Pick<Source, 'version_date' | 'upload_date'>): string {
  if (version_date !== undefined) return `version du ${dayWords(version_date)}`
  return upload_date === undefined ? '' : `ajouté le ${formatLongDate(upload_date)}`
}

/**
 * Warning that an answer relies on dated versions: « Sources datées de 2019 à 2020 (fiches de service-public.fr)… ». Considers the cited sources, or all
 * of them when none is cited. Null when none has a version date.
 */
export function ageNotice(sources: readonly DatedSource[], answer: string): string | null {
  const numbers = citedNumbers(answer)
  const cited = sources.filter(({ number }) => numbers.has(number))
  const dated = (cited.length > 0 ? cited : sources).filter(({ version_date }) => version_date !== undefined)
  const days = [...new Set(dated.map(({ version_date }) => version_date!))].toSorted()
  if (days.length === 0) return null
  const years = [...new Set(days.map((day) => day.slice(0, 4)))]
  const when =
    days.length === 1 ? `Source datée du ${dayWords(days[0]!)}` : `Sources datées de ${years.length < 3 ? years.join(' et ') : `${years[0]} à ${years.at(-1)}`}`
  const collections = [...new Set(dated.flatMap(({ collection }) => collection ?? []))]
  return `${when}${collections.length === 0 ? '' : ` (${collections.join(', ')})`}\u00a0: vérifiez que la règle est toujours en vigueur.`
}
