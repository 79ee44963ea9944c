import type { Dashboard, TokenCount } from '@parvis/contract'
import { formatNumber, plural } from '../../ui/words/formats.ts'

export type DashboardDay = Dashboard['days'][number]

const short = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

// Calendar days have no time zone: they are parsed and formatted in UTC.
const instant = (day: string) => new Date(`${day}T00:00:00Z`)

/** « 21 nov. » */
export const shortDay = (day: string): string => short.format(instant(day))
/** « samedi 21 novembre » */
export const longDay = (day: string): string => long.format(instant(day)).replace(' 1 ', ' 1er\u00a0')

export const sumOf = (days: readonly DashboardDay[], count: Exclude<keyof DashboardDay, 'day'>): number => days.reduce((total, day) => total + day[count], 0)

/** Number of replies of a day that did not finish: failed, cut or stopped. */
export const unfinished = (day: DashboardDay): number => day.failed + day.cut + day.stopped

/** « 3 réponses sur 120 : 1 en erreur, 1 coupée, 1 arrêtée par la personne. » */
export function unfinishedSentence(days: readonly DashboardDay[]): string {
  const total = days.reduce((sofar, day) => sofar + unfinished(day), 0)
  const replies = sumOf(days, 'replies')
  if (total === 0) return replies === 0 ? 'Aucune réponse sur cette période.' : 'Toutes les réponses sont allées à leur terme.'
  const [cut, stopped] = [plural(sumOf(days, 'cut'), 'coupée'), plural(sumOf(days, 'stopped'), 'arrêtée')]
  return `${plural(total, 'réponse')} sur ${formatNumber(replies)}\u00a0: ${formatNumber(sumOf(days, 'failed'))} en erreur, ${cut}, ${stopped} par la personne.`
}

/** Formats a share of a whole: « 2,5 % »; « 0 % » when the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole)
}

/** Whether the model reported the token count of none of the replies, so that the whole count is an estimate. */
export const isEstimated = ({ replies, uncounted }: TokenCount): boolean => replies > 0 && replies === uncounted

/** « 12 400 », or « 12 400 (estimés) » when the whole count is an estimate. */
export const formatTokens = (count: TokenCount, of: 'prompt_tokens' | 'completion_tokens'): string =>
  `${formatNumber(count[of])}${isEstimated(count) ? ' (estimés)' : ''}`

/** Explains what a token is, and for how many replies the count is an estimate. */
export function estimateSentence({ replies, uncounted }: TokenCount): string {
  const missing =
    uncounted === 0 ? '' : ` Estimé pour ${plural(uncounted, 'réponse')} sur ${formatNumber(replies)} (non communiqué par le modèle, ou réponse interrompue).`
  return `Un jeton est un morceau de mot.${missing}`
}
