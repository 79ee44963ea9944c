import { useSyncExternalStore } from 'react';

/** Under 900 px the sidebar is a drawer (design). */
const query = '(min-width: 900px)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches, () => true);
