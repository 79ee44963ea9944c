import { useDeferredValue } from 'react'

/**
 * Whether loaded content may be rendered. Content that arrives after its page is rendered at low priority (`useDeferredValue`), behind its skeleton: at
 * once, a long list or a form would block a slow phone for most of a second. Content available at the first render is rendered with the page.
 */
export const useDeferredReady = (isReady: boolean): boolean => useDeferredValue(isReady) && isReady
