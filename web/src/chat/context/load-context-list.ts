/** Fetches what the chips open: most visits change nothing, and never do. */
export const loadContextList = async () => (await import('./ContextList.tsx')).ContextList
