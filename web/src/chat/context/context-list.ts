import type { ContextList } from './ContextList.tsx'

// Most visits change nothing: the lists come with the first press.
let loaded: typeof ContextList | null = null

/** The lists, once they are there. */
export const contextList = () => loaded

/** Fetches their code; again after it failed. */
export const loadContextList = async () => (loaded ??= (await import('./ContextList.tsx')).ContextList)
