import type { Day } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { findCategory } from '../documents/categories.ts'
import { isCategoryUsableBy, isInForce } from '../../authorization/documents.ts'

/** SQL subquery: sorted ids of the document categories of an assistant. */
export const documentCategoryIdsOf = (assistant_id: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select l.category_id::text from assistant_document_category l where l.assistant_id = ${assistant_id} order by l.category_id)`

/**
 * Replaces the document categories of an assistant. The caller's transaction has locked the assistant's row.
 * @param owner_id owner of the assistant: categories not open to them count as unknown. Null: the organisation, without this check
 * @throws {AppError} `assistants.document_category_unknown`
 */
export async function setDocumentCategories(trx: Db, assistant_id: string, ids: readonly string[], owner_id: string | null = null): Promise<void> {
  if (ids.length > 0) {
    // The categories are locked first, in order: a simultaneous deletion of one waits, without deadlock.
    const locked = await trx
      .selectFrom('document_category')
      .where('id', 'in', [...ids])
      .$if(owner_id !== null, (query) => query.where(isCategoryUsableBy(sql`id`, owner_id!)))
      .select('id')
      .orderBy('id')
      .forKeyShare()
      .execute()
    if (locked.length < ids.length) throw unknownCategoryError()
  }
  await trx.deleteFrom('assistant_document_category').where('assistant_id', '=', assistant_id).execute()
  if (ids.length === 0) return
  await trx
    .insertInto('assistant_document_category')
    .values(ids.map((category_id, index) => ({ assistant_id, category_id, place: index + 1 })))
    .execute()
}

/** A document category as stored in a version. `is_gone`: it has been deleted. */
export type VersionCategory = { id: string; name: string; is_gone: boolean }

/**
 * Resolves the document categories of a version to current ones, following renamed and merged categories. `left_out`: names of the missing ones, and of
 * those closed to the owner.
 */
export async function resolveVersionCategories(
  db: Db,
  stored: readonly VersionCategory[],
  owner_id: string | null,
): Promise<{ ids: string[]; left_out: string[] }> {
  const ids = new Set<string>()
  const left_out: string[] = []
  for (const { id, name, is_gone } of stored) {
    const presentCategory = is_gone || owner_id !== null ? ((await findCategory(db, name, owner_id))?.id ?? null) : id
    if (presentCategory === null) left_out.push(name)
    else ids.add(presentCategory)
  }
  return { ids: [...ids], left_out }
}

function unknownCategoryError(): AppError {
  const phrase = 'Une de ces catégories de documents n’existe plus'
  return new AppError('assistants.document_category_unknown', { fields: { document_category_ids: phrase } })
}

/** Lists the document categories that a person's assistants may use, in French alphabetical order, with their number of documents in force today. */
export async function openDocumentCategories(db: Db, owner_id: string, today: Day) {
  const { rows } = await sql<{ id: string; display_name: string; document_count: number }>`
    select c.id, c.display_name, (select count(*)::int from document d where d.category_id = c.id and ${isInForce(sql`d`, today)}) as document_count
    from document_category c where ${isCategoryUsableBy(sql`c.id`, owner_id)}`.execute(db)
  return rows.sort((a, b) => a.display_name.localeCompare(b.display_name, 'fr'))
}
