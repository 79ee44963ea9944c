/** Lexicon lines: everyday expressions, and the official terms that they mean. The expansion is one way, from the expressions to the terms. */
export type EverydayWords = readonly (readonly [said: readonly string[], meant: readonly string[]])[]
