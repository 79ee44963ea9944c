import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Tooltip } from '../ui/Tooltip.tsx';
import { applyTheme, readTheme, type Theme } from './theme.ts';
import styles from './ThemeSwitch.module.css';

const themes = [
  { id: 'light', label: 'Thème clair', Drawing: Sun },
  { id: 'dark', label: 'Thème sombre', Drawing: Moon },
  { id: 'system', label: 'Thème du système', Drawing: Monitor },
] as const;

/** Three themes, one chosen, kept in this browser. */
export function ThemeSwitch({ isVertical = false }: { isVertical?: boolean }) {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <ToggleButtonGroup
      aria-label="Thème"
      orientation={isVertical ? 'vertical' : 'horizontal'}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => {
        const chosen = [...keys][0] as Theme;
        applyTheme(chosen);
        setTheme(chosen);
      }}
      className={styles.group ?? ''}
    >
      {themes.map(({ id, label, Drawing }) => (
        <Tooltip key={id} text={label} placement={isVertical ? 'right' : 'top'}>
          <ToggleButton id={id} aria-label={label} className={styles.choice ?? ''}><Drawing aria-hidden /></ToggleButton>
        </Tooltip>
      ))}
    </ToggleButtonGroup>
  );
}
