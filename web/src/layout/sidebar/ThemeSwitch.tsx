import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTooltip } from '../../ui/feedback/use-tooltip.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { applyTheme, readTheme, type ThemeChoice } from './theme.ts'
import styles from './ThemeSwitch.module.css'

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
