import type { LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './Button.module.css'
import { pendingProps } from './pending-props.ts'
import { useTooltip } from './feedback/use-tooltip.tsx'

interface IconButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'children' | 'aria-label' | 'onHoverStart' | 'onHoverEnd' | 'onFocus' | 'onBlur'
> {
  /** French name, read aloud and shown in the tooltip: a verb and its object, « Supprimer le dossier Voirie ». */
  label: string
  /** The drawing. */
  icon?: LucideIcon
  /** Instead of `icon`, a drawing with looks of its own. */
  children?: ReactNode
  size?: 'm' | 's'
  tone?: 'neutral' | 'primary' | 'danger'
}

export function IconButton({ label, icon: Icon, children, size = 'm', tone = 'neutral', isPending = false, ...props }: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { triggerProps, bubble } = useTooltip(label, button)
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
      <AriaButton {...props} {...triggerProps} {...pendingProps(isPending, props.type)} ref={button} aria-label={label} className={className}>
        {Icon ? <Icon aria-hidden /> : children}
      </AriaButton>
      {bubble}
    </>
  )
}
