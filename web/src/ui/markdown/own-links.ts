import { createContext, type ReactNode } from 'react'

/**
 * Draws the links of a text that lead inside the product; null for any other address. A text without it shows their words.
 * `words`: the text of the link, without marks.
 */
export const OwnLinks = createContext<(address: string, words: string, children: ReactNode) => ReactNode>(() => null)
