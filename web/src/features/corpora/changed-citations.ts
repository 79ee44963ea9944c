import type { CitingText } from '@parvis/contract'
import { formatLongDate, localDay } from '../../ui/words/formats.ts'

/** « modifié le 1er décembre 2026 », « abrogé le… », « modifié à partir du… », « retiré des corpus installés ». */
export function changeWords({ change, on }: Pick<CitingText['articles'][number], 'change' | 'on'>, today: string = localDay(new Date())): string {
  if (change === 'retire' || on === null) return 'retiré des corpus installés'
  return `${change === 'abroge' ? 'abrogé' : 'modifié'} ${on > today ? 'à partir du' : 'le'} ${formatLongDate(on, 'UTC')}`
}
