import type { Source } from '@parvis/contract'
import { createContext, use } from 'react'

export interface OpenedDocument {
  document_id: string
  name: string
  /** The passage to show, as a source names it; null opens the document at its beginning. */
  passage_id: string | null
  /** What the answer quotes of the passage word for word: the document opens there. */
  quotes?: readonly string[]
}

/** A source, to be opened where it is quoted. */
export const toOpen = ({ document_id, document, passage_id }: Source, quotes: readonly string[]): OpenedDocument => ({
  document_id,
  name: document,
  passage_id: passage_id ?? null,
  quotes,
})

/** How this screen shows a document beside itself; null where it cannot. The routes provide it. */
export const DocumentOpener = createContext<((opened: OpenedDocument) => void) | null>(null)

/** Opens a document, where it is asked to, at a passage. null: there is nowhere to show it. */
export const useDocumentOpener = () => use(DocumentOpener)
