import type { LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import styles from './Button.module.css'
import { useTooltip } from './feedback/use-tooltip.tsx'
import { PressButton, type PressProps } from './PressButton.tsx'

interface IconButtonProps extends Omit<PressProps, 'aria-label' | 'ref' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'> {
  /** French name, read aloud and shown in the tooltip: a verb and its object, « Supprimer le dossier Voirie ». */
  label: string
  icon?: LucideIcon
  /** Custom drawing, instead of `icon`. */
  children?: ReactNode
  size?: 'm' | 's'
  tone?: 'neutral' | 'primary' | 'danger'
}

export function IconButton({ label, icon: Icon, children, size = 'm', tone = 'neutral', ...props }: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { triggerProps, bubble } = useTooltip(label, button, 'top', props.isDisabled)
  const className = [
    styles.button,
    styles.iconButton,
    size === 's' && styles.small,
    tone === 'danger' && styles.isDanger,
    tone === 'primary' && styles.isPrimary,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <PressButton {...props} {...triggerProps} ref={button} aria-label={label} className={className}>
        {Icon ? <Icon aria-hidden /> : children}
      </PressButton>
      {bubble}
    </>
  )
}
