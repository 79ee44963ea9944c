/** A screen, or what stands around some: with a path, without children, or the other way round. */
export interface RouteNode<Content> {
  path?: string
  content: Content
  children?: readonly RouteNode<Content>[]
}

interface Match<Content> {
  /** From the outermost in; the last one is the screen. */
  branch: readonly Content[]
  params: Params
}

export type Params = Readonly<Record<string, string>>

/** The first screen, in the order in which they are written, whose path is that of the address; null when there is none. */
export function findRoute<Content>(nodes: readonly RouteNode<Content>[], pathname: string): Match<Content> | null {
  for (const { path, content, children } of nodes) {
    const inside = children && findRoute(children, pathname)
    if (inside) return { branch: [content, ...inside.branch], params: inside.params }
    const params = path === undefined ? null : matchPath(path, pathname)
    if (params) return { branch: [content], params }
  }
  return null
}

/**
 * What an address holds where the path says `:name`, one part each; null when it is another. A path may end with `*`: whatever
 * follows. Upper case and a last slash change nothing.
 */
export function matchPath(path: string, pathname: string): Params | null {
  const [wanted, given] = [partsOf(path), partsOf(pathname)]
  const isOpen = wanted.at(-1) === '*'
  if (isOpen) wanted.pop()
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = readable(given[at]!)
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part !== value.toLowerCase()) return null
  }
  return params
}

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')

/** A part of an address as it was before it was encoded; as it stands when it cannot have been. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
