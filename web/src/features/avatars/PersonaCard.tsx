import { Check } from 'lucide-react';
import { useId } from 'react';
import { ToggleButton } from 'react-aria-components';
import styles from './AvatarsPage.module.css';
import type { Persona } from './personas.ts';
import { Portrait } from './Portrait.tsx';

/** A persona that a click chooses, and another click leaves. */
export function PersonaCard({ persona, isSelected, onChange }: { persona: Persona; isSelected: boolean; onChange: (isSelected: boolean) => void }) {
  const id = useId();
  const keywords = persona.keywords.map(({ label }) => label);
  return (
    <ToggleButton isSelected={isSelected} onChange={onChange} className={styles.persona ?? ''} aria-labelledby={`${id}-name ${id}-theme`} aria-describedby={`${id}-more`}>
      <span className={styles.portrait}><Portrait persona={persona.id} /></span>
      <span className={styles.words}>
        <span className={styles.name}><span id={`${id}-name`}>{persona.name}</span>{isSelected && <span className={styles.mark}><Check aria-hidden /></span>}</span>
        <span id={`${id}-theme`} className={styles.theme}>{persona.theme}</span>
        <span id={`${id}-more`} className={styles.more}>
          <span className={styles.motto}>{persona.motto}</span>
          <span className={styles.keywords}>{keywords.map((keyword) => <span key={keyword}>{keyword}</span>)}</span>
        </span>
      </span>
    </ToggleButton>
  );
}
