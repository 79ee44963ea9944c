import { createContext, use, type ComponentProps, type ComponentType } from 'react'

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
}

interface Following {
  /** A link that is followed without loading the page again. */
  Link: ComponentType<Omit<AppLinkProps, 'href'> & { to: string }>
  /** Goes there, as such a link does. */
  navigate: (to: string) => void
}

/** How addresses of the product are followed: the kit knows no router. Without one, as the browser does. */
export const FollowingContext = createContext<Following>({
  Link: ({ to, children, ...props }) => (
    <a {...props} href={to}>
      {children}
    </a>
  ),
  navigate: (to) => location.assign(to),
})

/** A link to an address of the product. */
export function AppLink({ href, ...props }: AppLinkProps) {
  const { Link } = use(FollowingContext)
  return <Link {...props} to={href} />
}
