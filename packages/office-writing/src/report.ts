import type { DocumentBlock } from '@parvis/markdown'

/** Content of a document to write. */
export type DocumentReport = {
  title: string
  /** Lines below the title. */
  facts: readonly string[]
  /** Date of the document, ISO 8601. */
  date: string
  /** Date of the document in words, which replaces `{{date}}` of a letterhead. */
  dateInWords: string
  /** Author in the properties of the file. */
  author: string
  /** Description in the properties of the file: where the text comes from. */
  description: string
  keywords: string
  blocks: readonly DocumentBlock[]
}
