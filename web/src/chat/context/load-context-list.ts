/** Loads the lists of the context chips on demand: most visits open none. */
export const loadContextList = async () => (await import('./ContextList.tsx')).ContextList
