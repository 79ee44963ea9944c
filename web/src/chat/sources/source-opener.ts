import type { Source } from '@parvis/contract'
import { createContext, use } from 'react'

export interface OpenedDocument {
  document_id: string
  name: string
  /** The source to show the passage of; null opens the document at its beginning. */
  source: Source | null
  /** What the answer quotes of the passage word for word: the document opens there. */
  quotes?: readonly string[]
  /** The sentences of the answer that cite the passage. */
  claims?: readonly string[]
}

/** Describes the document of a source, to be opened at what an answer takes from it. */
export const toOpen = (source: Source, quotes: readonly string[], claims: readonly string[]): OpenedDocument => ({
  document_id: source.document_id,
  name: source.document,
  source,
  quotes,
  claims,
})

/** How this screen shows a document beside itself; null where it cannot. The routes provide it. */
export const DocumentOpener = createContext<((opened: OpenedDocument) => void) | null>(null)

/** Opens a document, where it is asked to, at a passage. null: there is nowhere to show it. */
export const useDocumentOpener = () => use(DocumentOpener)
