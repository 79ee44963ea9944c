import { createContext, startTransition, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { currentPlace, isFollowed, isShown, moved, type Place } from './address.ts'

const LocationContext = createContext<Place | null>(null)

/** Provides the current location. While the code of the next page loads, the current page stays on the screen. */
export function Router({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(currentPlace)
  useLayoutEffect(() => {
    const follow = () => {
      const next = currentPlace()
      startTransition(() => setPlace(next))
    }
    const step = () => {
      if (isFollowed()) follow()
    }
    window.addEventListener('popstate', step)
    window.addEventListener(moved, follow)
    // The first render is made in slices: a step back between two of them happened before the listeners were added.
    if (!isShown()) step()
    return () => {
      window.removeEventListener('popstate', step)
      window.removeEventListener(moved, follow)
    }
  }, [])
  return <LocationContext value={place}>{children}</LocationContext>
}

/** Current location. @throws {Error} outside of the router */
export function useLocation(): Place {
  const place = use(LocationContext)
  if (place === null) throw new Error('useLocation outside of the router')
  return place
}

/** Query parameters of the current URL. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
