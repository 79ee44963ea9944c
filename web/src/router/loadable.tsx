import { createElement, use, type ComponentType } from 'react'

/** A component whose code comes in a file of its own, which `preload` fetches before it is drawn. */
export type Loadable<Props> = ComponentType<Props> & { preload: Preload }

/** Fetches what drawing this address will need; never an error, drawing tells it. */
type Preload = (pathname: string) => Promise<void>

/** How long a failure is kept, in milliseconds: React, which draws once more what has just failed, must find it again, and whoever comes back must not. */
const failureMs = 1_000

/**
 * A component whose code is fetched when it is first drawn, or before, by `preload`: it is then drawn at once. React's own `lazy`
 * would show the nearest fallback even so, and leave it there for 300 ms (its pace of reveals): two of them, one inside the other,
 * kept a page from asking for its data until the loader was gone.
 * @param load gives the component; called again after it failed
 * @param preloadInside what the component itself will draw at an address, fetched once its own code is there
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  preloadInside?: (pathname: string) => Promise<void>,
): Loadable<Props> {
  let Loaded: ComponentType<Props> | undefined
  let asked: Promise<ComponentType<Props>> | undefined
  function ask() {
    asked = load().then((Component) => (Loaded = Component))
    asked.catch(() => setTimeout(() => (asked = undefined), failureMs))
    return asked
  }
  const Drawn = (props: Props) => createElement(Loaded ?? use(asked ?? ask()), props)
  const preload: Preload = async (pathname) => {
    try {
      Loaded = await load()
      await preloadInside?.(pathname)
    } catch {
      // The file is away, or the network is: the boundary around the component says so when it is drawn.
    }
  }
  return Object.assign(Drawn, { preload })
}
