import type { Source } from '@parvis/contract'
import { createContext, use } from 'react'

export interface OpenedDocument {
  document_id: string
  name: string
  /** Source whose passage to show; null opens the document at its beginning. */
  source: Source | null
  /** Page and text to show when there is no source. */
  found?: { page: number; text: string }
  /** Verified quotations of the passage, at which the document opens. */
  quotes?: readonly string[]
  /** Sentences of the answer that cite the passage. */
  claims?: readonly string[]
}

/** Describes the document of a source, to open it at the passage that the answer uses. */
export const openedDocumentOf = (source: Source, quotes: readonly string[], claims: readonly string[]): OpenedDocument => ({
  document_id: source.document_id,
  name: source.document,
  source,
  quotes,
  claims,
})

/** Context that holds the function showing a document beside the screen; null on screens that cannot show one. Provided by the routes. */
export const DocumentOpener = createContext<((opened: OpenedDocument) => void) | null>(null)

/** Returns the function that shows a document at a passage; null on screens that cannot show one. */
export const useDocumentOpener = () => use(DocumentOpener)
