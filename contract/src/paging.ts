import * as z from 'zod/mini'
import { clampedInteger, text } from './common.ts'

/** Default number of rows of a page. */
const defaultPageSize = 30
const maxPageSize = 100

/**
 * Maximum length of a cursor, in characters. A cursor holds the sort value of a row: a name of about sixty letters, each of which may expand to eighteen
 * characters of two bytes when it is normalised.
 */
const maxCursorLength = 4_000

/** Query parameters of a paged list. `cursor` is the `next_cursor` of the previous page. */
export const pageQuery = { limit: clampedInteger(defaultPageSize, maxPageSize), cursor: z.optional(text(maxCursorLength)) }

/** Schema of a page of a list. `next_cursor` is null on the last page. `total` is the number of rows of the whole list, null after the first page. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), next_cursor: z.nullable(z.string()), total: z.nullable(z.number()) })
