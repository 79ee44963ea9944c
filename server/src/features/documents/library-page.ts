import type { Day, DocumentSort, LibraryDocument, RouteQuery, routes } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { todayInParis } from '../../platform/paris.ts'
import { readPage, type CursorPosition, type ListPage, normalizedTextSql } from '../../platform/paging.ts'
import { findCategory } from './categories.ts'
import { isCategoryEditableBy, isDocumentReadableBy } from '../../authorization/documents.ts'
import type { RightsHolder } from '../../authorization/granted.ts'
import { toLibraryDocument } from './present.ts'
import { selectDocuments, type DocumentRow } from './queries.ts'

type LibraryPageQuery = RouteQuery<typeof routes.documents.page>
type SortOrder = { value: RawBuilder<unknown>; way: 'asc' | 'desc'; after: (last: CursorPosition) => RawBuilder<boolean> }

// Start of the normalised name: no more than an index or a cursor can store.
const name = sql`left(fold_text(document.original_filename), 200) collate "C"`

/** Sort orders, each as in its index (2026-12-14-paged-documents, 2026-12-17-name-order). */
const orders: Record<DocumentSort, SortOrder> = {
  recent: {
    value: sql`document.created_at`,
    way: 'desc',
    after: ({ at, id }) => sql`(document.created_at, document.id) < (${at}::timestamptz, ${id}::uuid)`,
  },
  name: { value: name, way: 'asc', after: ({ at, id }) => sql`(${name}, document.id) > (${at}::text collate "C", ${id}::uuid)` },
  size: { value: sql`document.size`, way: 'desc', after: ({ at, id }) => sql`(document.size, document.id) < (${at}::bigint, ${id}::uuid)` },
}

/** SQL condition on a library document: this person, who is no administrator, may change it. */
const canBeChanged = (person_id: string) =>
  sql<boolean>`(document.uploader_id = ${person_id}::uuid or ${isCategoryEditableBy(sql`document.category_id`, person_id)})`

/** SQL condition on a document: another version of it is in force on a day, or has been. */
const isReplaced = (day: Day) =>
  sql<boolean>`exists (select 1 from document later where later.supersedes_id = document.id and later.valid_from <= ${day}::date)`

/**
 * Lists a page of the library documents that this person may read. With a category name, only its documents; an unknown category has none. `review`: only
 * those that they may change with a review date that has come. `force`: `current` leaves out the documents that a later version replaces today, `former` gives
 * those that are no longer in force.
 * @throws {AppError} `request.cursor`
 */
export async function pageOfLibrary(
  { db, secret, ...clock }: Pick<Context, 'db' | 'secret' | 'now'>,
  reader: RightsHolder,
  request: LibraryPageQuery,
): Promise<ListPage<LibraryDocument>> {
  const { limit, cursor, sort, review, force } = request
  const today = todayInParis(clock)
  const search = request.search?.trim() ?? ''
  const categoryName = request.category?.trim() ?? ''
  const category = categoryName === '' ? undefined : ((await findCategory(db, categoryName, reader.id))?.id ?? null)
  const { value, way, after: follows } = orders[sort]
  const condition = sql<boolean>`${sql.join(
    [
      sql`document.owner_id is null`,
      isDocumentReadableBy(reader.id),
      ...(category === undefined ? [] : [sql`document.category_id = ${category}::uuid`]),
      ...(review === undefined ? [] : [sql`document.review_by <= ${today}::date`, ...(reader.is_admin ? [] : [canBeChanged(reader.id)])]),
      ...(force === undefined ? [] : [force === 'current' ? sql`not ${isReplaced(today)}` : sql`document.in_force_until < ${today}::date`]),
      ...(search === ''
        ? []
        : [sql`position(${normalizedTextSql(search)} in ${normalizedTextSql(sql`document.original_filename || E'\\n' || document.description`)}) > 0`]),
    ],
    sql` and `,
  )}`
  const page = await readPage<DocumentRow>(
    { secret, scope: { list: 'documents', person: reader.id, filters: [category ?? categoryName, search, sort, review, force] }, limit, cursor },
    (last, maxRows) =>
      selectDocuments(db, reader.id)
        .where(condition)
        .$if(last !== null, (query) => query.where(follows(last!)))
        .select(sql<string>`(${value})::text`.as('at'))
        .orderBy(value, way)
        .orderBy('document.id', way)
        .limit(maxRows)
        .execute(),
    async () =>
      (
        await db
          .selectFrom('document')
          .where(condition)
          .select((query) => query.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  )
  return { ...page, data: page.data.map((row) => toLibraryDocument(row, reader, today)) }
}
