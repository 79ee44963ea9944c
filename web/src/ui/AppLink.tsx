import { createContext, use, type ComponentProps, type ComponentType } from 'react'

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
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
