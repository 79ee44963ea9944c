import type { ManagedDocumentCategory, ModelLevel, RouteBody, routes } from '@parvis/contract'
import { sql, type Transaction } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Db, Schema } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { categoryKey, lockCategories } from '../../authorization/category-names.ts'
import { badTarget, rethrowTaken, stillUsed, nameTaken } from './taken-name.ts'

type CategoryFields = Omit<RouteBody<typeof routes.documentCategories.create>, 'client_id' | 'min_level'> & { id?: string; min_level?: ModelLevel | undefined }

/**
 * Lists the categories with their numbers of documents, in French alphabetical order. `open_to`: teams and people allowed to read; null: everybody. @param
 * id lists only this category
 */
export async function countedDocumentCategories(db: Db, id: string | null = null): Promise<ManagedDocumentCategory[]> {
  const { rows } = await sql<ManagedDocumentCategory>`
    select c.id, c.name, c.display_name, c.is_known, c.min_level, c.corpus_name is not null as is_corpus,
      (select count(*) from document d where d.category_id = c.id) as document_count,
      array(select a.name from document_category_alias a where a.category_id = c.id order by a.name) as former_names,
      case when not exists (select 1 from access_grant g where g.document_category_id = c.id and g.team_id is null and g.user_id is null) then array(
        select coalesce(t.name, ${personName}) from access_grant g left join team t on t.id = g.team_id left join app_user u on u.id = g.user_id
        where g.document_category_id = c.id order by g.user_id is not null, 1
      ) end as open_to
    from document_category c
    where ${id}::uuid is null or c.id = ${id}::uuid`.execute(db)
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'fr'))
}

/** Creates a category that stays even when empty. Repeating the `client_id` returns the existing one. @throws {AppError} `library.category_taken` */
export function createDocumentCategory(
  db: Db,
  person_id: string,
  { client_id, ...fields }: RouteBody<typeof routes.documentCategories.create>,
): Promise<ManagedDocumentCategory> {
  return createOnce(
    db,
    { kind: 'document_category', person_id, client_id },
    async (trx, id) => {
      await lockCategories(trx)
      return addDocumentCategory(trx, { ...fields, ...id })
    },
    async (trx, id) => (await countedDocumentCategories(trx, id))[0] ?? null,
  )
}

/** Creates a category inside a transaction that called `lockCategories`. @throws {AppError} `library.category_taken` */
export async function addDocumentCategory(trx: Db, { name, display_name = name, ...rest }: CategoryFields): Promise<string> {
  const names = { name: clean(name), display_name: clean(display_name) }
  await requireFreeNames(trx, null, names)
  const name_key = categoryKey(names.name)
  // From now on the name means the new category, not the renamed one that had it.
  await trx.deleteFrom('document_category_alias').where('name_key', '=', name_key).execute()
  const work = trx
    .insertInto('document_category')
    .values({ ...names, ...rest, name_key, is_known: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await rethrowTaken(names.name, work)).id
}

/**
 * Changes the names of a category, or its level. The previous name remains as an alias, used by open pages, saved conversations and uploads.
 * @throws {AppError} `request.not_found`, `library.category_taken`
 */
export function updateDocumentCategory(db: Db, id: string, fields: Partial<CategoryFields>): Promise<void> {
  return inCategoryTransaction(db, (trx) => changeDocumentCategory(trx, id, fields))
}

/** Changes a category inside a transaction that called `lockCategories`. @throws {AppError} as `updateDocumentCategory` */
export async function changeDocumentCategory(trx: Db, id: string, fields: Partial<CategoryFields>): Promise<void> {
  const before = await trx
    .selectFrom('document_category')
    .where('id', '=', id)
    .select(['name', 'name_key', 'display_name'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  const { min_level } = fields
  if (min_level !== undefined) await trx.updateTable('document_category').set({ min_level }).where('id', '=', id).execute()
  if (fields.name === undefined && fields.display_name === undefined) return
  const names = { name: clean(fields.name ?? before.name), display_name: clean(fields.display_name ?? before.display_name) }
  await requireFreeNames(trx, id, names)
  const name_key = categoryKey(names.name)
  await trx.deleteFrom('document_category_alias').where('name_key', '=', name_key).execute()
  // Renamed on purpose: the category is no longer deleted with its last document.
  const work = trx
    .updateTable('document_category')
    .set({ ...names, name_key, is_known: true })
    .where('id', '=', id)
    .execute()
  await rethrowTaken(names.name, work)
  if (name_key !== before.name_key) await addAlias(trx, before, id)
}

/**
 * Deletes a category after moving its documents, its aliases and the assistants' links to it to `move_to`. Its name becomes an alias of the target. Locks
 * keep concurrent additions from being lost.
 * @throws {AppError} `request.not_found`; `documents.corpus` from or to the category of a corpus; `library.category_used` when it has documents and no target is given; `request.invalid` for an invalid target
 */
export async function removeDocumentCategory(db: Db, id: string, move_to?: string): Promise<{ name: string; movedCount: number }> {
  if (move_to === id) throw badTarget()
  return inCategoryTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('document_category')
      .where('id', 'in', move_to === undefined ? [id] : [id, move_to])
      .select(['id', 'name', 'name_key', 'corpus_name'])
      .forUpdate()
      .execute()
    const category = rows.find((row) => row.id === id)
    if (category === undefined) throw notFound()
    if (move_to !== undefined && rows.length < 2) throw badTarget()
    if (move_to !== undefined && rows.some(({ corpus_name }) => corpus_name !== null)) throw new AppError('documents.corpus')
    const documents = await trx.selectFrom('document').where('category_id', '=', id).select('id').execute()
    if (documents.length > 0 && category.corpus_name !== null) throw new AppError('documents.corpus')
    if (documents.length > 0 && move_to === undefined) throw stillUsed(documents.length, 'document', 'documents')
    if (move_to !== undefined) {
      await trx.updateTable('document').set({ category_id: move_to }).where('category_id', '=', id).execute()
      await trx.updateTable('document_category_alias').set({ category_id: move_to }).where('category_id', '=', id).execute()
      await moveAssistantLinks(trx, id, move_to)
    }
    await trx.deleteFrom('document_category').where('id', '=', id).execute()
    if (move_to !== undefined) await addAlias(trx, category, move_to)
    return { name: category.name, movedCount: documents.length }
  })
}

function inCategoryTransaction<T>(db: Db, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockCategories(trx)
    return work(trx)
  })
}

async function addAlias(trx: Db, { name, name_key }: { name: string; name_key: string }, category_id: string): Promise<void> {
  await trx
    .insertInto('document_category_alias')
    .values({ name, name_key, category_id })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ name, category_id }))
    .execute()
}

/** Moves the assistants' links from one category to another. An assistant linked to both keeps one. */
async function moveAssistantLinks(trx: Db, id: string, move_to: string): Promise<void> {
  await sql`
    update assistant_document_category a set category_id = ${move_to}::uuid where a.category_id = ${id}::uuid
      and not exists (select 1 from assistant_document_category b where b.assistant_id = a.assistant_id and b.category_id = ${move_to}::uuid)`.execute(trx)
}

/**
 * Refuses a name or a displayed name that looks like another category's, in the document list or in the library chat.
 * @throws {AppError} `library.category_taken`
 */
async function requireFreeNames(trx: Db, id: string | null, names: { name: string; display_name: string }): Promise<void> {
  const otherCategories = (await trx.selectFrom('document_category').select(['id', 'name', 'display_name']).execute()).filter((row) => row.id !== id)
  const sameName = otherCategories.find(({ name }) => categoryKey(name) === categoryKey(names.name))
  if (sameName !== undefined) throw nameTaken(sameName.name)
  const homonym = otherCategories.find(({ display_name }) => categoryKey(display_name) === categoryKey(names.display_name))
  if (homonym !== undefined) throw nameTaken(homonym.display_name, 'display_name')
}

const clean = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()
