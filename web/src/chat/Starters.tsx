import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './Starters.module.css'

/** Suggested first questions of an assistant: pressing one sends it. */
export function Starters({ starters, onChoose }: { starters: readonly string[]; onChoose: (starter: string) => void }) {
  const titleId = useId()
  return (
    <div className={styles.starters}>
      <p id={titleId}>Pour commencer, par exemple&nbsp;:</p>
      <ul aria-labelledby={titleId}>
        {starters.map((starter) => (
          <li key={starter}>
            <Button block onPress={() => onChoose(starter)}>
              {starter}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
