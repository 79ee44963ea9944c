import { allCategories, type Day } from '@parvis/contract'
import { sql } from 'kysely'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { awaitCategoryChanges, categoryKey } from '../../authorization/category-names.ts'
import { isCategoryOpenToUploadsOf, isCategoryUsableBy, isCorpusCategory, isInForce } from '../../authorization/documents.ts'

/**
 * Returns the category of this current or former name and locks its row. Creates a missing one (specification, chapter 3: categories are plain texts). To
 * be called in a transaction.
 */
export async function findOrCreateCategory(db: Db, name: string): Promise<string> {
  const clean = name.normalize('NFC').replace(/\s+/g, ' ').trim()
  await awaitCategoryChanges(db)
  // A former name leads to the current category.
  const renamedCategory = await db
    .updateTable('document_category')
    .set((update) => ({ name: update.ref('document_category.name') }))
    .where('id', 'in', (query) => query.selectFrom('document_category_alias').where('name_key', '=', categoryKey(clean)).select('category_id'))
    .returning('id')
    .executeTakeFirst()
  const meant = renamedCategory?.id ?? (await lockCategoryShownAs(db, categoryKey(clean)))
  if (meant !== null) return meant
  // This no-op update locks the row, so that the category cannot be dropped as empty before the document is added.
  const row = await db
    .insertInto('document_category')
    .values({ name: clean, name_key: categoryKey(clean), display_name: clean })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet((update) => ({ name: update.ref('document_category.name') })))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Finds and locks the category displayed under this name in the library chat, where a new one of that name would look the same. Null when there is none,
 * or when another category is actually named so.
 */
async function lockCategoryShownAs(db: Db, key: string): Promise<string | null> {
  const all = await db.selectFrom('document_category').select(['id', 'name_key', 'display_name']).execute()
  const homonym = all.find(({ display_name }) => categoryKey(display_name) === key)
  if (homonym === undefined || all.some(({ name_key }) => name_key === key)) return null
  const name = sql<string>`name`
  const locked = await db.updateTable('document_category').set({ name }).where('id', '=', homonym.id).returning('id').executeTakeFirst()
  return locked?.id ?? null
}

/**
 * Finds a category by its current or a former name, as typed; null when there is none.
 * @param reader_id person who typed it: categories not open to them count as missing. Null: no check, for administrators' lists
 */
export async function findCategory(db: Db, name: string, reader_id: string | null): Promise<{ id: string; name: string; display_name: string } | null> {
  const category = await namedCategory(db, name)
  if (category === null || reader_id === null) return category
  const open = await db
    .selectFrom('document_category')
    .where('id', '=', category.id)
    .where(isCategoryUsableBy(sql`id`, reader_id))
    .select('id')
    .executeTakeFirst()
  return open === undefined ? null : category
}

/** Finds the category that a library question names, or all of them (null id). Null when this person may use none of that name. */
export async function findLibrary(db: Db, name: string, reader_id: string): Promise<{ id: string | null; name: string; display_name: string } | null> {
  return name.trim() === allCategories.name ? { id: null, ...allCategories } : findCategory(db, name, reader_id)
}

async function namedCategory(db: Db, name: string): Promise<{ id: string; name: string; display_name: string } | null> {
  const key = categoryKey(name)
  const columns = ['document_category.id', 'document_category.name', 'document_category.display_name'] as const
  const ownCategory = await db.selectFrom('document_category').where('name_key', '=', key).select(columns).executeTakeFirst()
  if (ownCategory !== undefined) return ownCategory
  const former = db.selectFrom('document_category').innerJoin('document_category_alias as alias', 'alias.category_id', 'document_category.id')
  return (await former.where('alias.name_key', '=', key).select(columns).executeTakeFirst()) ?? null
}

/** Deletes the empty categories that uploads created, except those that an assistant uses. */
export async function dropEmptyCategories(db: Db): Promise<void> {
  try {
    await sql`
      delete from document_category c where not c.is_known and not exists (select 1 from document d where d.category_id = c.id)
        and not exists (select 1 from assistant_document_category a where a.category_id = c.id)`.execute(db)
  } catch (error) {
    // A document was added meanwhile: the category stays.
    if (!isForeignKeyViolation(error)) throw error
  }
}

/**
 * Returns the category of this name, created if it is missing, for a document of this person.
 * @throws {AppError} `documents.category_closed`
 */
export async function categoryForUpload(db: Db, name: string, person_id: string): Promise<string> {
  const id = await findOrCreateCategory(db, name)
  await requireUploadRight(db, id, person_id)
  return id
}

/** Requires that the person may add documents to a category. @throws {AppError} `documents.category_closed`, `documents.corpus` for that of a corpus */
export async function requireUploadRight(db: Db, category_id: string, person_id: string): Promise<void> {
  const { rows } = await sql`select 1 where ${isCategoryOpenToUploadsOf(sql`${category_id}::uuid`, person_id)}`.execute(db)
  if (rows.length > 0) return
  const { rows: corpora } = await sql`select 1 where ${isCorpusCategory(sql`${category_id}::uuid`)}`.execute(db)
  if (corpora.length > 0) throw new AppError('documents.corpus', { fields: { category: 'Cette catégorie ne reçoit pas de documents' } })
  throw new AppError('documents.category_closed', { fields: { category: 'Vous ne pouvez pas déposer dans cette catégorie' } })
}

/** Null person id: `isCategoryUsableBy` then means open to everybody. */
const anyPerson = sql`null`

type CategoryCount = { name: string; in_force: number; count: number; is_open: boolean; is_corpus: boolean }

/**
 * Lists the categories that this person may use, in French alphabetical order, with their numbers of documents: in force today, and all. `is_open`: open to
 * everybody. `is_corpus`: it holds the articles of a corpus.
 */
export async function countByCategory(db: Db, reader_id: string, today: Day): Promise<CategoryCount[]> {
  const { rows } = await sql<CategoryCount>`
    select c.name, count(d.id) filter (where ${isInForce(sql`d`, today)}) as in_force, count(d.id) as count, ${isCategoryUsableBy(sql`c.id`, anyPerson)} as is_open,
      c.corpus_name is not null as is_corpus
    from document_category c left join document d on d.category_id = c.id
    where ${isCategoryUsableBy(sql`c.id`, reader_id)} group by c.id`.execute(db)
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'fr'))
}
