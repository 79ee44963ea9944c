import { createContext, startTransition, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { currentLocation, handleHistoryStep, isShownLocation, navigatedEvent, type RouterLocation } from './location.ts'

const LocationContext = createContext<RouterLocation | null>(null)

/** Provides the current location. While the code of the next page loads, the current page stays on the screen. */
export function Router({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(currentLocation)
  useLayoutEffect(() => {
    const updateLocation = () => {
      const next = currentLocation()
      startTransition(() => setCurrent(next))
    }
    const onPopState = () => {
      if (handleHistoryStep()) updateLocation()
    }
    window.addEventListener('popstate', onPopState)
    window.addEventListener(navigatedEvent, updateLocation)
    // The first render is made in slices: a step back between two of them happened before the listeners were added.
    if (!isShownLocation()) onPopState()
    return () => {
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener(navigatedEvent, updateLocation)
    }
  }, [])
  return <LocationContext value={current}>{children}</LocationContext>
}

/** Current location. @throws {Error} outside of the router */
export function useLocation(): RouterLocation {
  const current = use(LocationContext)
  if (current === null) throw new Error('useLocation outside of the router')
  return current
}

/** Query parameters of the current URL. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
