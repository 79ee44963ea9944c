import { Children, createContext, isValidElement, use, type ReactNode } from 'react'
import type { Loadable } from './loadable.tsx'
import { findRoute, type MatchedParams, type RouteNode } from './match.ts'
import { useLocation } from './Router.tsx'

const OutletContext = createContext<ReactNode>(null)
const ParamsContext = createContext<MatchedParams>({})

interface RouteProps {
  path?: string
  element: ReactNode
  /** Nested routes, rendered at the `Outlet` of `element`. */
  children?: ReactNode
}

/** Declares a route for `Routes`; renders nothing itself. */
export function Route(_: RouteProps): ReactNode {
  return null
}

/** Renders the first route that matches the URL. Layouts shared by the previous and the next page stay mounted. */
export function Routes({ children }: { children: ReactNode }) {
  const match = findRoute(nodesOf(children), useLocation().pathname)
  if (match === null) return null
  const { branch, params } = match
  return (
    <ParamsContext value={params}>
      {branch.reduceRight(
        (content, element) => (
          <OutletContext value={content}>{element}</OutletContext>
        ),
        null,
      )}
    </ParamsContext>
  )
}

/** Loads the code of the screen that matches a URL, and of its layouts, in parallel. */
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

/** Place in a layout where the matching nested route is rendered. */
export const Outlet = (): ReactNode => use(OutletContext)

/** Values of the `:name` parts of the route's path. */
export const useParams = (): MatchedParams => use(ParamsContext)
