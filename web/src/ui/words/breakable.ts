/** Adds zero-width spaces after the dots, underscores and hyphens of a file name, so that it can wrap in a narrow panel. */
export const breakable = (name: string): string => name.replace(/([._-])/g, '$1\u200b')
