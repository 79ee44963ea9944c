import type { Source } from '@parvis/contract'
import { formatLongDate, localDay } from '../../ui/words/formats.ts'
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

type DatedSource = Pick<Source, 'number' | 'version_date' | 'collection' | 'review_due'>

/** Formats a date without time in UTC, so that the day is the same in every time zone. */
const dayWords = (date: string): string => formatLongDate(date, 'UTC')

/** « version du 28 janvier 2020 », or « ajouté le 3 mars 2026 » for a library document without version date. Empty for other documents. */
export function dateOf({ version_date, upload_date }: Pick<Source, 'version_date' | 'upload_date'>): string {
  if (version_date) return `version du ${dayWords(version_date)}`
  return upload_date === undefined ? '' : `ajouté le ${formatLongDate(upload_date)}`
}

type SourceForce = Pick<Source, 'version_date' | 'valid_until' | 'superseded' | 'superseded_on' | 'review_due'>

/**
 * State of a source that is not simply in force: « remplacé le 1er juin 2026 », « expiré le 31 mars 2026 », « pas encore en vigueur », « à vérifier ». Null
 * for a source in force. A change announced in the source counts from its day on, even if the answer is older.
 * @param today `YYYY-MM-DD`
 */
export function sourceState(source: SourceForce, today = localDay(new Date())): string | null {
  const { version_date, valid_until, superseded, superseded_on, review_due } = source
  if (superseded || (superseded_on !== undefined && superseded_on <= today))
    return superseded_on === undefined ? 'remplacé' : `remplacé le ${dayWords(superseded_on)}`
  if (valid_until && valid_until < today) return `expiré le ${dayWords(valid_until)}`
  if (version_date && version_date > today) return 'pas encore en vigueur'
  return review_due ? 'à vérifier' : null
}

/** Date and state of a source, for texts without badges. */
export const dateAndState = (source: SourceForce & Pick<Source, 'upload_date'>): string => [dateOf(source), sourceState(source)].filter(Boolean).join(', ')

/**
 * Warning that an answer relies on dated versions: « Sources datées de 2019 à 2020 (fiches de service-public.fr)… ». Considers the cited sources, or all
 * of them when none is cited. Null when none has a version date that needs a check. A document that a person has dated needs none before its review.
 */
export function ageNotice(sources: readonly DatedSource[], answer: string): string | null {
  const numbers = citedNumbers(answer)
  const cited = sources.filter(({ number }) => numbers.has(number))
  const dated = (cited.length > 0 ? cited : sources).filter(needsCheck)
  const days = [...new Set(dated.map(({ version_date }) => version_date!))].toSorted()
  if (days.length === 0) return null
  const years = [...new Set(days.map((day) => day.slice(0, 4)))]
  const when =
    days.length === 1 ? `Source datée du ${dayWords(days[0]!)}` : `Sources datées de ${years.length < 3 ? years.join(' et ') : `${years[0]} à ${years.at(-1)}`}`
  const collections = [...new Set(dated.flatMap(({ collection }) => collection ?? []))]
  return `${when}${collections.length === 0 ? '' : ` (${collections.join(', ')})`}\u00a0: vérifiez que la règle est toujours en vigueur.`
}

/** Whether the age of a source is worth a warning. Sources of older answers do not say whether their review is due. */
const needsCheck = ({ version_date, review_due, collection }: DatedSource): boolean => !!version_date && (review_due !== false || collection !== undefined)
