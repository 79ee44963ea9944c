/** A screen (with a path) or a layout around nested routes (with children). */
export interface RouteNode<Content> {
  path?: string
  content: Content
  children?: readonly RouteNode<Content>[]
}

interface RouteMatch<Content> {
  /** Layouts from the outermost in, then the screen. */
  branch: readonly Content[]
  params: MatchedParams
}

export type MatchedParams = Readonly<Record<string, string>>

/** Finds the first screen, in declaration order, whose path matches; null if there is none. */
export function findRoute<Content>(nodes: readonly RouteNode<Content>[], pathname: string): RouteMatch<Content> | null {
  for (const { path, content, children } of nodes) {
    const childMatch = children && findRoute(children, pathname)
    if (childMatch) return { branch: [content, ...childMatch.branch], params: childMatch.params }
    const params = path === undefined ? null : matchPath(path, pathname)
    if (params) return { branch: [content], params }
  }
  return null
}

/**
 * Values of the `:name` segments of a path, each one segment of the URL; null if the URL does not match. A path may end with `*`, which matches any rest.
 * Case and a trailing slash are ignored.
 */
export function matchPath(path: string, pathname: string): MatchedParams | null {
  const [patternParts, urlParts] = [partsOf(path), partsOf(pathname)]
  const hasWildcard = patternParts.at(-1) === '*'
  if (hasWildcard) patternParts.pop()
  if (hasWildcard ? urlParts.length < patternParts.length : urlParts.length !== patternParts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of patternParts.entries()) {
    const value = decodeSegment(urlParts[index]!)
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part !== value.toLowerCase()) return null
  }
  return params
}

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')

/** Decodes a URL segment. An invalid encoding is returned as it is. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
