import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from './errors/app-error.ts'
import { sql } from 'kysely'

/** Position of the last row of a page: its sort value, as the database writes it, and its id. */
export type CursorPosition = { at: string; id: string }

/** Scope of a cursor: valid for one list of one person, with the same filters. */
type CursorScope = { list: string; person: string; filters: readonly (string | undefined)[] }

const signatureBytes = 16

const cursorSignature = (secret: Uint8Array, scope: CursorScope, row: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', scope.list, scope.person, scope.filters.map((value) => value ?? null), row]))
    .digest()
    .subarray(0, signatureBytes)

export function writeCursor(secret: Uint8Array, scope: CursorScope, { at, id }: CursorPosition): string {
  const row = JSON.stringify([at, id])
  return Buffer.concat([cursorSignature(secret, scope, row), Buffer.from(row)]).toString('base64url')
}

/** Decodes a cursor. @throws {AppError} `request.cursor` when it was not written for this list, person and filters */
export function readCursor(secret: Uint8Array, scope: CursorScope, cursor: string): CursorPosition {
  const bytes = Buffer.from(cursor, 'base64url')
  const row = bytes.subarray(signatureBytes).toString()
  if (bytes.length <= signatureBytes || !timingSafeEqual(bytes.subarray(0, signatureBytes), cursorSignature(secret, scope, row)))
    throw new AppError('request.cursor')
  const [at, id] = JSON.parse(row) as [string, string]
  return { at, id }
}

export type ListPage<Row> = { data: Row[]; next_cursor: string | null; total: number | null }

/**
 * Reads one page of a list (keyset pagination: rows added or deleted meanwhile are neither repeated nor skipped). `total` is counted for the first page
 * only.
 * @param read returns at most `limit` rows after another one; it is called with the page size plus one, to know whether a page follows
 */
export async function readPage<Row>(
  options: { secret: Uint8Array; scope: CursorScope; limit: number; cursor: string | undefined },
  read: (after: CursorPosition | null, limit: number) => Promise<(Row & { at: string; id: string })[]>,
  count: () => Promise<number>,
): Promise<ListPage<Row>> {
  const { secret, scope, limit, cursor } = options
  const after = cursor === undefined ? null : readCursor(secret, scope, cursor)
  const rows = await read(after, limit + 1)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return {
    data,
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(secret, scope, last) : null,
    total: after === null ? await count() : null,
  }
}

/**
 * SQL that normalises a text for list filters: no accents or capitals, one kind of apostrophe, and thousands, law references and compound words joined («
 * 1 234 », « L. 2121-29 », « télé-travail »). The web application normalises lists in the same way (`matchesSearch`).
 */
export const normalizedTextSql = (text: unknown) => sql<string>`regexp_replace(regexp_replace(regexp_replace(replace(fold_text(${text}), '’', ''''),
  '(?<=\\d)[\\s.](?=\\d{3}(?!\\d))', '', 'g'), '(?<![a-z0-9])(lo|[lrda])[.*\\s]+(?=\\d)', '\\1', 'g'), '(?<=[a-z])-(?=[a-z])', '', 'g')`
