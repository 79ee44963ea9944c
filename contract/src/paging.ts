import * as z from 'zod/mini'
import { counter, text } from './common.ts'

/** Rows of a page, unless the caller asks for another number. */
const usual = 30
const most = 100

/** One holds the value that orders the rows: a name of sixty letters, each of which may be spelt out as eighteen of two bytes. */
const longestCursor = 4_000

/** Where a page begins: `cursor` is what the page before gave as `next_cursor`. */
export const pageQuery = { limit: counter(usual, most), cursor: z.optional(text(longestCursor)) }

/** A page of a list. `next_cursor` is null on the last one; `total` counts the whole list, on its first page only. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), next_cursor: z.nullable(z.string()), total: z.nullable(z.number()) })
