import { Check } from 'lucide-react'
import { PressButton } from '../../../ui/PressButton.tsx'
import styles from './AvatarsPage.module.css'
import type { Persona } from './personas.ts'
import { Portrait } from './Portrait.tsx'

/** Toggle button that selects a persona. */
export function PersonaCard({ persona, isSelected, onChange }: { persona: Persona; isSelected: boolean; onChange: (isSelected: boolean) => void }) {
  const keywords = persona.keywords.map(({ label }) => label)
  return (
    <PressButton aria-pressed={isSelected} onPress={() => onChange(!isSelected)} className={styles.persona}>
      <span className={styles.portrait}>
        <Portrait persona={persona.id} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          {persona.name}
          {isSelected && (
            <span className={styles.mark}>
              <Check aria-hidden />
            </span>
          )}
        </span>
        <span className={styles.theme}>{persona.theme}</span>
        <span className={styles.more}>
          <span className={styles.motto}>{persona.motto}</span>
          <span className={styles.keywords}>
            {keywords.map((keyword) => (
              <span key={keyword}>{keyword}</span>
            ))}
          </span>
        </span>
      </span>
    </PressButton>
  )
}
