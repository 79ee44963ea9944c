import { maxTokenLimit, type Allowance, type OwnUsage } from '@parvis/contract'
import { formatLongDate } from '../../ui/words/formats.ts'

/** First day of the next month in Paris, whatever the reader's time zone: « 1er décembre 2026 ». */
export const renewalDay = (renews_at: string): string => formatLongDate(renews_at, 'Europe/Paris')

export function limitName({ kind, team }: Pick<Allowance, 'kind' | 'team'>): string {
  if (kind === 'own') return 'Limite fixée pour vous'
  if (kind === 'usual') return 'Limite de chacun'
  return kind === 'each' ? `Service «\u00a0${team}\u00a0», à chacun` : `Service «\u00a0${team}\u00a0», en commun`
}

/** Share of a limit that is used, from 0 to 100. A limit of 0 tokens is 100 % used. */
export const usedPercent = ({ used, tokens }: Pick<Allowance, 'used' | 'tokens'>): number =>
  tokens === 0 ? 100 : Math.min(100, Math.floor((used / tokens) * 100))

/** Percentage of a limit from which the warning is shown. */
const warningPercent = 80

/** Warning about the first limit of the list when 80 % of it is used; null below that, and without limit. */
export function limitWarning({ limits: [limit], renews_at }: Pick<OwnUsage, 'limits' | 'renews_at'>): string | null {
  if (limit === undefined) return null
  const percent = usedPercent(limit)
  const day = renewalDay(renews_at)
  if (percent < warningPercent) return null
  if (limit.used >= limit.tokens) return `Il n’y a plus de jetons ce mois-ci. Vous pourrez de nouveau envoyer des messages à partir du ${day}.`
  const subjectText = limit.kind === 'common' ? `des jetons du mois de votre service «\u00a0${limit.team}\u00a0»` : 'de vos jetons du mois'
  return `${percent}\u00a0% ${subjectText} sont utilisés. Ils reviennent le ${day}.`
}

/** Parses a typed number of tokens, ignoring spaces and dots. Null if empty, undefined if it is not a whole number or exceeds the maximum. */
export function parseTokens(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s.]/g, '')
  if (digits === '') return null
  const value = Number(digits)
  return /^\d+$/.test(digits) && value <= maxTokenLimit ? value : undefined
}
