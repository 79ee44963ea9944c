import type { Source } from '@parvis/contract'
import { formatLongDate } from '../../ui/words/formats.ts'
import { citedNumbers } from './quote-marks.ts'

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
