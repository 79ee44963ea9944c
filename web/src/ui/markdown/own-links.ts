import { createContext, type ReactNode } from 'react'

/**
 * Context with the renderer of links to pages of the application; the renderer returns null for any other address. By default such links are shown as
 * plain text. `words` is the text of the link, without formatting.
 */
export const OwnLinkRenderer = createContext<(address: string, words: string, children: ReactNode) => ReactNode>(() => null)
