/** What people say, and the words of texts for it: the former brings the latter, never the reverse. */
export type EverydayWords = readonly (readonly [said: readonly string[], meant: readonly string[]])[]
