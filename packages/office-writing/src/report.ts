import type { Block } from '@parvis/markdown'

/** What a document is written from. */
export type Report = {
  title: string
  /** Under the title, a line each. */
  facts: readonly string[]
  /** When it is made, ISO 8601. */
  date: string
  /** The same date in words: `{{date}}` of a letterhead becomes it. */
  dateInWords: string
  /** Who or what wrote it, in the properties of the file. */
  author: string
  /** Where it comes from, in the properties of the file. */
  description: string
  /** In the properties of the file. */
  keywords: string
  blocks: readonly Block[]
}
