/** A name of a file has no space to break at: a narrow sheet may break behind its signs. */
export const breakable = (name: string): string => name.replace(/([._-])/g, '$1\u200b')
