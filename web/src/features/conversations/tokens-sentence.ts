import type { TokenCount } from '@parvis/contract'
import { formatNumber, plural } from '../../ui/words/formats.ts'

/** « Ce mois-ci, le modèle a lu 12 400 jetons et en a écrit 3 200 pour vous. »; null when nothing was counted. */
export function tokensSentence({ prompt_tokens, completion_tokens, uncounted }: TokenCount): string | null {
  if (prompt_tokens + completion_tokens === 0) return null
  const missing = uncounted === 0 ? '' : ` ${plural(uncounted, 'réponse est estimée', 'réponses sont estimées')}.`
  return `Ce mois-ci, le modèle a lu ${plural(prompt_tokens, 'jeton')} et en a écrit ${formatNumber(completion_tokens)} pour vous.${missing}`
}
