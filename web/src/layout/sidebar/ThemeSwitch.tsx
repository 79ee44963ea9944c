import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTooltip } from '../../ui/feedback/use-tooltip.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ThemeSwitch.module.css'

/** Colour theme; `system` follows the operating system. */
type ThemeChoice = 'light' | 'dark' | 'system'

/** Local-storage key, which public/theme.js also reads before the first paint. */
const key = 'parvis.theme'

const themes: readonly { theme: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { theme: 'light', label: 'Thème clair', icon: Sun },
  { theme: 'dark', label: 'Thème sombre', icon: Moon },
  { theme: 'system', label: 'Thème du système', icon: Monitor },
]

/** Choice between three themes, stored in this browser. */
export function ThemeSwitch({ isVertical = false }: { isVertical?: boolean }) {
  const name = useId()
  const [chosen, setChosen] = useState<ThemeChoice>(readTheme)
  return (
    <fieldset className={styles.group} data-vertical={isVertical || undefined}>
      <legend>
        <VisuallyHidden>Thème</VisuallyHidden>
      </legend>
      {themes.map(({ theme, label, icon }) => (
        <Choice
          key={theme}
          name={name}
          label={label}
          icon={icon}
          isVertical={isVertical}
          isChosen={theme === chosen}
          onChoose={() => {
            applyTheme(theme)
            setChosen(theme)
          }}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  label: string
  icon: LucideIcon
  isVertical: boolean
  isChosen: boolean
  onChoose: () => void
}

function Choice({ name, label, icon: IconComponent, isVertical, isChosen, onChoose }: ChoiceProps) {
  const radio = useRef<HTMLInputElement>(null)
  const {
    triggerProps: { onPointerEnter, onPointerLeave, onFocus, onBlur },
    bubble,
  } = useTooltip(label, radio, isVertical ? 'right' : 'top')
  return (
    <label className={styles.choice} onPointerEnter={onPointerEnter} onPointerLeave={onPointerLeave}>
      {/* Safari needs an explicit tabIndex to stop here with the Tab key, as in PressButton.tsx. */}
      <input ref={radio} type="radio" name={name} tabIndex={0} aria-label={label} checked={isChosen} onChange={onChoose} onFocus={onFocus} onBlur={onBlur} />
      <IconComponent aria-hidden />
      {bubble}
    </label>
  )
}

/** Reads the theme stored in this browser; `system` if there is none or storage is refused. */
function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme and stores it. */
function applyTheme(theme: ThemeChoice): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
}
