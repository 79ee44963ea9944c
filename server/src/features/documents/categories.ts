import { sql } from 'kysely'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/** What makes two category names the same: neither case, accents nor spaces count. */
export function categoryKey(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The category of this name, made when nobody has used it yet (specification, chapter 3: categories are plain texts). */
export async function categoryOf(db: Db, name: string): Promise<string> {
  const clean = name.normalize('NFC').replace(/\s+/g, ' ').trim()
  // A former name means the category it became.
  const renamed = await db
    .updateTable('document_category')
    .set((update) => ({ name: update.ref('document_category.name') }))
    .where('id', 'in', (query) => query.selectFrom('document_category_alias').where('name_key', '=', categoryKey(clean)).select('category_id'))
    .returning('id')
    .executeTakeFirst()
  if (renamed !== undefined) return renamed.id
  // The update changes nothing but locks the row: it cannot be dropped as empty before the document is there.
  const row = await db
    .insertInto('document_category')
    .values({ name: clean, name_key: categoryKey(clean), display_name: clean })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet((update) => ({ name: update.ref('document_category.name') })))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A category by its name or a former one, as typed by anybody; null when there is none. */
export async function findCategory(db: Db, name: string): Promise<{ id: string; name: string; display_name: string } | null> {
  const key = categoryKey(name)
  const columns = ['document_category.id', 'document_category.name', 'document_category.display_name'] as const
  const own = await db.selectFrom('document_category').where('name_key', '=', key).select(columns).executeTakeFirst()
  if (own !== undefined) return own
  const former = db.selectFrom('document_category').innerJoin('document_category_alias as alias', 'alias.category_id', 'document_category.id')
  return (await former.where('alias.name_key', '=', key).select(columns).executeTakeFirst()) ?? null
}

/** Drops the categories that people made and that hold nothing any more, unless an assistant asks them: an administrator chose them. */
export async function dropEmptyCategories(db: Db): Promise<void> {
  try {
    await sql`
      delete from document_category c where not c.is_known and not exists (select 1 from document d where d.category_id = c.id)
        and not exists (select 1 from assistant_document_category a where a.category_id = c.id)`.execute(db)
  } catch (error) {
    // A document arrived meanwhile: the category stays.
    if (!isForeignKeyViolation(error)) throw error
  }
}

/** Every category with its number of documents, in French alphabetical order. */
export async function countByCategory(db: Db): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select c.name, count(d.id) as count from document_category c left join document d on d.category_id = c.id group by c.id`.execute(db)
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'fr'))
}
