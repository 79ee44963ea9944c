import * as z from 'zod/mini'
import { counter, text } from './common.ts'

/** Default number of rows of a page. */
const usual = 30
const most = 100

/**
 * Maximum length of a cursor, in characters. A cursor holds the sort value of a row: a name of about sixty letters, each of which may expand to eighteen
 * characters of two bytes when it is normalised.
 */
const longestCursor = 4_000

/** Query parameters of a paged list. `cursor` is the `next_cursor` of the previous page. */
export const pageQuery = { limit: counter(usual, most), cursor: z.optional(text(longestCursor)) }

/** Schema of a page of a list. `next_cursor` is null on the last page. `total` is the number of rows of the whole list, null after the first page. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), next_cursor: z.nullable(z.string()), total: z.nullable(z.number()) })
