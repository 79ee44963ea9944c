import type { RouteBody, ManagedAssistantCategory, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { categoryKey, lockCategories } from '../../authorization/category-names.ts'
import { badTarget, rethrowTaken, stillUsed, nameTaken } from './taken-name.ts'

/** Lists the categories with their numbers of assistants, in French alphabetical order. @param id lists only this category */
export async function countedAssistantCategories(db: Db, id: string | null = null): Promise<ManagedAssistantCategory[]> {
  const { rows } = await sql<ManagedAssistantCategory>`
    select c.id, c.name, c.icon, count(a.id) as assistant_count, count(a.id) filter (where a.is_active) as active_count
    from assistant_category c left join assistant a on a.category_id = c.id
    where ${id}::uuid is null or c.id = ${id}::uuid
    group by c.id`.execute(db)
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'fr'))
}

/** Creates a category. Repeating the `client_id` returns the existing one. @throws {AppError} `library.category_taken` */
export function createAssistantCategory(
  db: Db,
  person_id: string,
  { client_id, ...fields }: RouteBody<typeof routes.assistantCategories.create>,
): Promise<ManagedAssistantCategory> {
  return createOnce(
    db,
    { kind: 'assistant_category', person_id, client_id },
    (trx, id) => addAssistantCategory(trx, { ...fields, ...id }),
    async (trx, id) => (await countedAssistantCategories(trx, id))[0] ?? null,
  )
}

/** Creates a category inside the caller's transaction. @returns its id @throws {AppError} `library.category_taken` */
export async function addAssistantCategory(
  db: Db,
  fields: Omit<RouteBody<typeof routes.assistantCategories.create>, 'client_id'> & { id?: string },
): Promise<string> {
  const name = clean(fields.name)
  const createdCategory = await rethrowTaken(name, insert(db, { ...fields, name }))
  // No database error here: it would abort the caller's transaction.
  if (createdCategory === undefined) throw nameTaken(await existingName(db, name))
  return createdCategory.id
}

/** Changes the name or the icon of a category. @throws {AppError} `request.not_found`, `library.category_taken` */
export async function updateAssistantCategory(db: Db, id: string, fields: RouteBody<typeof routes.assistantCategories.update>): Promise<void> {
  const changes = { ...fields, ...(fields.name !== undefined && { name: clean(fields.name) }) }
  if (changes.name !== undefined) {
    const holder = await findByName(db, changes.name)
    if (holder !== undefined && holder.id !== id) throw nameTaken(holder.name)
  }
  // Without a column to change, the update still tells whether the category exists.
  const writtenFields = Object.keys(changes).length > 0 ? changes : { name: sql<string>`name` }
  const work = db.updateTable('assistant_category').set(writtenFields).where('id', '=', id).returning('id').executeTakeFirst()
  if ((await rethrowTaken(changes.name ?? '', work)) === undefined) throw notFound()
}

/**
 * Deletes a category after moving its assistants to `move_to`. Locks keep concurrent additions from being lost.
 * @throws {AppError} `request.not_found`; `library.category_used` when it has assistants and no target is given; `request.invalid` for an invalid target
 */
export async function removeAssistantCategory(db: Db, id: string, move_to?: string): Promise<{ name: string; movedCount: number }> {
  if (move_to === id) throw badTarget()
  return db.transaction().execute(async (trx) => {
    await lockCategories(trx)
    // Locked, so that no assistant is added in between.
    const rows = await trx
      .selectFrom('assistant_category')
      .where('id', 'in', move_to === undefined ? [id] : [id, move_to])
      .select(['id', 'name'])
      .forUpdate()
      .execute()
    const category = rows.find((row) => row.id === id)
    if (category === undefined) throw notFound()
    if (move_to !== undefined && rows.length < 2) throw badTarget()
    const assistants = await trx.selectFrom('assistant').where('category_id', '=', id).select('id').execute()
    if (assistants.length > 0) {
      if (move_to === undefined) throw stillUsed(assistants.length, 'assistant', 'assistants')
      await trx.updateTable('assistant').set({ category_id: move_to }).where('category_id', '=', id).execute()
    }
    await trx.deleteFrom('assistant_category').where('id', '=', id).execute()
    return { name: category.name, movedCount: assistants.length }
  })
}

const insert = (db: Db, values: { name: string; icon: string }) =>
  db
    .insertInto('assistant_category')
    .values(values)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()

const clean = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

function findByName(db: Db, name: string) {
  return db.selectFrom('assistant_category').select(['id', 'name']).where('name_key', '=', categoryKey(name)).executeTakeFirst()
}

const existingName = async (db: Db, name: string): Promise<string> => (await findByName(db, name))?.name ?? name
