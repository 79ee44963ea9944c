import { LoaderCircle } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps, type LinkProps as AriaLinkProps } from 'react-aria-components'
import styles from './Button.module.css'
import { pendingProps } from './pending-props.ts'
import { useAnnounce } from './feedback/StatusRegion.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  /** One primary button per screen; `quiet` for what repeats in lists. Default `secondary`. */
  variant?: ButtonVariant
  size?: 'm' | 's'
  /** An element drawn before the label, such as `<Plus />`. */
  icon?: ReactNode
  /** Takes the whole width of its parent. */
  block?: boolean
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'>, Look {
  children: ReactNode
  /** What the label becomes while `isPending`, for example « Enregistrement… ». The button keeps its focus and ignores clicks. */
  pendingLabel?: string
}

function classes({ variant = 'secondary', size = 'm', block }: Look): string {
  return [styles.button, styles[variant], size === 's' && styles.small, block && styles.block].filter(Boolean).join(' ')
}

export function Button({ variant, size, icon, block, children, pendingLabel, isPending = false, ...props }: ButtonProps) {
  const announce = useAnnounce()
  useEffect(() => {
    if (isPending && pendingLabel) announce(pendingLabel)
  }, [isPending, pendingLabel, announce])
  // Drawn anew as it becomes one that submits: the press that made it so would submit what it leads to.
  return (
    <AriaButton key={props.type} {...props} {...pendingProps(isPending, props.type)} className={classes({ variant, size, block })}>
      {isPending ? <LoaderCircle className={styles.spinner} aria-hidden /> : icon}
      <span>{isPending && pendingLabel ? pendingLabel : children}</span>
    </AriaButton>
  )
}

interface LinkButtonProps extends Omit<AriaLinkProps, 'className' | 'style' | 'children'>, Look {
  href: string
  children: ReactNode
}

/** A link (goes somewhere) that looks like a button. Addresses of the product are followed without reloading. */
export function LinkButton({ variant, size, icon, block, children, ...props }: LinkButtonProps) {
  return (
    <AriaLink {...props} className={classes({ variant, size, block })}>
      {icon}
      <span>{children}</span>
    </AriaLink>
  )
}
