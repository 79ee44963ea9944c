import { useSyncExternalStore } from 'react'

/** Under 900 px the sidebar is a drawer (design); in em, so that larger letters have it sooner. */
const query = '(min-width: 56.25em)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
