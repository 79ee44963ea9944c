import { LoaderCircle } from 'lucide-react'
import { useEffect, createContext, use, type ReactNode, type ComponentProps, type ComponentType } from 'react'
import styles from './Button.module.css'
import { useAnnounce } from './feedback/StatusRegion.tsx'
import { PressButton, type PressProps } from './PressButton.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonAppearance {
  /** Default `secondary`. At most one `primary` per screen; `quiet` for buttons repeated in lists. */
  variant?: ButtonVariant
  size?: 'm' | 's'
  /** Element drawn before the label, such as `<Plus />`. */
  icon?: ReactNode
  /** Takes the full width of the parent. */
  block?: boolean
}

export interface ButtonProps extends PressProps, ButtonAppearance {
  children: ReactNode
  /** Label while `isPending`, also announced to screen readers, for example « Enregistrement… ». */
  pendingLabel?: string
}

function classes({ variant = 'secondary', size = 'm', block }: ButtonAppearance): string {
  return [styles.button, styles[variant], size === 's' && styles.small, block && styles.block].filter(Boolean).join(' ')
}

export function Button({ variant, size, icon, block, children, pendingLabel, isPending = false, ...props }: ButtonProps) {
  const announce = useAnnounce()
  useEffect(() => {
    if (isPending && pendingLabel) announce(pendingLabel)
  }, [isPending, pendingLabel, announce])
  return (
    <PressButton {...props} isPending={isPending} className={classes({ variant, size, block })}>
      {isPending ? <LoaderCircle className={styles.spinner} aria-hidden /> : icon}
      <span>{isPending && pendingLabel ? pendingLabel : children}</span>
    </PressButton>
  )
}

interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
}

interface LinkRouter {
  /** Link component of the router: navigates without reloading the page. */
  Link: ComponentType<Omit<AppLinkProps, 'href'> & { to: string }>
  /** Navigates to an address without reloading the page. */
  navigate: (to: string) => void
}

/** Context that gives the kit the application's router: the kit does not depend on one. The default loads the page, as a plain link does. */
export const LinkRouterContext = createContext<LinkRouter>({
  Link: ({ to, children, ...props }) => (
    <a {...props} href={to}>
      {children}
    </a>
  ),
  navigate: (to) => location.assign(to),
})

/** Link to a page of the application. */
export function AppLink({ href, ...props }: AppLinkProps) {
  const { Link } = use(LinkRouterContext)
  return <Link {...props} to={href} />
}

interface LinkButtonProps extends Omit<AppLinkProps, 'className' | 'children'>, ButtonAppearance {
  children: ReactNode
}

/** Link that looks like a button. */
export function LinkButton({ variant, size, icon, block, children, ...props }: LinkButtonProps) {
  return (
    <AppLink {...props} className={classes({ variant, size, block })}>
      {icon}
      <span>{children}</span>
    </AppLink>
  )
}
