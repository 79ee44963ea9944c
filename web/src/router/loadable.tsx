import { createElement, use, type ComponentType } from 'react'

/** Lazy-loaded component, whose `preload` loads the code before the first render. */
export type Loadable<Props> = ComponentType<Props> & { preload: Preload }

/** Loads what rendering a URL needs. Never rejects: rendering shows the failure. */
type Preload = (pathname: string) => Promise<void>

/** Time during which a failed load is cached, in milliseconds. React renders once more after a failure and must find it; a later visit must load again. */
const failureCacheMs = 1_000

/**
 * Creates a lazy-loaded component, which renders at once if `preload` has finished. React's own `lazy` would still show the nearest fallback and keep it
 * 300 ms (its reveal throttle): two nested ones delayed the page's requests until the loader was gone.
 * @param load loads the component; called again after a failure
 * @param preloadInside loads what the component renders at a URL, once its own code is loaded
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  preloadInside?: (pathname: string) => Promise<void>,
): Loadable<Props> {
  let Loaded: ComponentType<Props> | undefined
  let pending: Promise<ComponentType<Props>> | undefined
  function startLoading() {
    pending = load().then((Component) => (Loaded = Component))
    pending.catch(() => setTimeout(() => (pending = undefined), failureCacheMs))
    return pending
  }
  const Rendered = (props: Props) => createElement(Loaded ?? use(pending ?? startLoading()), props)
  const preload: Preload = async (pathname) => {
    try {
      Loaded = await load()
      await preloadInside?.(pathname)
    } catch {
      // Missing file or network failure: the error boundary around the component shows it at render.
    }
  }
  return Object.assign(Rendered, { preload })
}
