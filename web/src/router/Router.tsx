import { createContext, startTransition, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { currentPlace, isFollowed, isShown, moved, type Place } from './address.ts'

const LocationContext = createContext<Place | null>(null)

/** Follows the address of the browser. A page whose code is still on its way leaves the one before on the screen. */
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
    // The first draw is made in slices: a step back between two of them was heard by nobody.
    if (!isShown()) step()
    return () => {
      window.removeEventListener('popstate', step)
      window.removeEventListener(moved, follow)
    }
  }, [])
  return <LocationContext value={place}>{children}</LocationContext>
}

/** The address, as it changes. */
export function useLocation(): Place {
  const place = use(LocationContext)
  if (place === null) throw new Error('useLocation outside of the router')
  return place
}

/** The query of the address. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
