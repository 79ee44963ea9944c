import { lazy, useState, type ComponentType } from 'react'

/** A component whose code comes in a file of its own, which `preload` fetches before it is drawn. */
export type Loadable<Props> = ComponentType<Props> & { preload: Preload }

/** Fetches what drawing this address will need; never an error, drawing tells it. */
type Preload = (pathname: string) => Promise<void>

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
  const Lazy = lazy(async () => ({ default: await load() }))
  function Drawn(props: Props) {
    // Kept: another type would be another component, with nothing of the state of the first.
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? (Lazy as ComponentType<Props>))
    return <Chosen {...props} />
  }
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
