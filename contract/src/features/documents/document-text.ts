import * as z from 'zod/mini'

/** Block of the text extracted from a document. `text` is a single line for a heading or a list item; a table has `rows`. */
const readBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'list_item', 'table']),
  text: z.string(),
  rows: z.optional(z.array(z.array(z.string()))),
  /** The first row of a table holds the column names. */
  has_header: z.optional(z.boolean()),
  level: z.optional(z.number()),
  /** Shown to readers but excluded from search: running headers, attendance lists, stamps. */
  is_boilerplate: z.boolean(),
  /** The block contains the requested passage. */
  is_highlighted: z.boolean(),
  /** Part of the block that belongs to the passage: UTF-16 units of `text`, or rows of a table. `to` is excluded. */
  cited: z.optional(z.object({ from: z.number(), to: z.number() })),
})
export type ReadBlock = z.infer<typeof readBlock>

export const documentTextPage = z.object({
  /** Index in the document, from 0. */
  position: z.number(),
  page: z.nullable(z.number()),
  label: z.nullable(z.string()),
  /** The text was recognised from an image and may contain errors. */
  ocr: z.boolean(),
  blocks: z.array(readBlock),
})
export type ReadPage = z.infer<typeof documentTextPage>

export const citedPassage = z.object({
  passage_id: z.string(),
  page_from: z.nullable(z.number()),
  page_to: z.nullable(z.number()),
  section: z.nullable(z.string()),
  text: z.string(),
  /** Share, from 0 to 1, of the text of the first page that precedes the passage; null when unknown, or when the format has no pages. */
  page_share: z.optional(z.nullable(z.number())),
})
export type CitedPassage = z.infer<typeof citedPassage>

/** Index of a passage in its document, or the first and last indexes of joined passages: `12`, `12-14`. In a code of a corpus: a number of its own. */
export const passageId = z.string().check(z.regex(/^(\d{1,7}(-\d{1,7})?|\d{8,15})$/, 'Passage inconnu'))
/** Index of the first page of a text, as in a query string; null without one. */
export const pageIndex = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : null)),
)
