import type { RegisterSummary } from '@parvis/contract'

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'primary'

/** Words and tone of a classification of the register. */
export const classificationWords: Record<RegisterSummary['classification'], { label: string; tone: Tone }> = {
  a_classer: { label: 'À classer', tone: 'warning' },
  ordinaire: { label: 'Ordinaire', tone: 'neutral' },
  a_confirmer: { label: 'À confirmer', tone: 'danger' },
  confirme: { label: 'Sensible, confirmé', tone: 'primary' },
  a_revoir: { label: 'À revoir', tone: 'warning' },
}
