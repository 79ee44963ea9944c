import { Children, createContext, isValidElement, use, type ReactNode } from 'react'
import type { Loadable } from './loadable.tsx'
import { findRoute, type Params, type RouteNode } from './match.ts'
import { useLocation } from './Router.tsx'

const OutletContext = createContext<ReactNode>(null)
const ParamsContext = createContext<Params>({})

interface RouteProps {
  path?: string
  element: ReactNode
  /** Routes, which `element` stands around: they come where it has its `Outlet`. */
  children?: ReactNode
}

/** One line of `Routes`, which reads it; it draws nothing itself. */
export function Route(_: RouteProps): ReactNode {
  return null
}

/** Draws the first of its routes that answers the address. What stands around both the old page and the new one stays in place. */
export function Routes({ children }: { children: ReactNode }) {
  const match = findRoute(nodesOf(children), useLocation().pathname)
  if (match === null) return null
  const { branch, params } = match
  return (
    <ParamsContext value={params}>
      {branch.reduceRight(
        (inside, element) => (
          <OutletContext value={inside}>{element}</OutletContext>
        ),
        null,
      )}
    </ParamsContext>
  )
}

/** Fetches the code of the screen that answers an address and of what stands around it, all at once, for it to be drawn without waiting. */
export async function preloadRoute(routes: ReactNode, pathname: string): Promise<void> {
  const branch = findRoute(nodesOf(routes), pathname)?.branch ?? []
  await Promise.all(branch.map((element) => isValidElement(element) && (element.type as Partial<Loadable<unknown>>).preload?.(pathname)))
}

const nodesOf = (routes: ReactNode): RouteNode<ReactNode>[] =>
  Children.toArray(routes)
    .filter((route) => isValidElement<RouteProps>(route))
    .map(({ props: { path, element, children } }) => ({
      ...(path !== undefined && { path }),
      content: element,
      ...(children !== undefined && { children: nodesOf(children) }),
    }))

/** Where a route draws the one inside it. */
export const Outlet = (): ReactNode => use(OutletContext)

/** What the address holds where the path of the route says `:name`. */
export const useParams = (): Params => use(ParamsContext)
