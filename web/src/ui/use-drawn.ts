import { useDeferredValue } from 'react'

/**
 * Whether what is ready may be drawn. What comes after its page is drawn in slices, behind what says that it is on its way: in one go a long
 * list, or a form, holds up a slow telephone for most of a second. What was there from the start is drawn with it.
 */
export const useDrawn = (isReady: boolean): boolean => useDeferredValue(isReady) && isReady
