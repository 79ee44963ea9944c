import type { Assistant } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { documentCategoryIdsOf } from './document-categories.ts'

function selectAssistants(db: Db) {
  return db
    .selectFrom('assistant')
    .innerJoin('assistant_category', 'assistant_category.id', 'assistant.category_id')
    .select([
      'assistant.id',
      'assistant.name',
      'assistant.description',
      'assistant.prompt_content',
      'assistant.starters',
      'assistant.category_id',
      'assistant.icon',
      'assistant.is_active',
      'assistant.usage_count',
      'assistant.updated_at',
      'assistant_category.name as category_name',
      'assistant_category.icon as category_icon',
    ])
    .select([
      documentCategoryIdsOf(sql`assistant.id`).as('document_category_ids'),
      sql<string[]>`array(
        select c.display_name from assistant_document_category l join document_category c on c.id = l.category_id where l.assistant_id = assistant.id
      )`.as('document_categories'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAssistants>['executeTakeFirstOrThrow']>>

// The database sorts by code point, which puts « Étude » after « zoo ».
const french = new Intl.Collator('fr')

function toAssistant({ category_name, category_icon, document_categories, ...row }: Row): Assistant {
  return {
    ...row,
    category: { id: row.category_id, name: category_name, icon: category_icon },
    document_categories: document_categories.sort((a, b) => french.compare(a, b)),
  }
}

/** The catalogue in French alphabetical order. `is_active` keeps one kind only. */
export async function listAssistants(db: Db, filter: { is_active?: boolean | undefined }): Promise<Assistant[]> {
  let query = selectAssistants(db)
  if (filter.is_active !== undefined) query = query.where('assistant.is_active', '=', filter.is_active)
  const rows = await query.execute()
  return rows.map(toAssistant).sort((a, b) => french.compare(a.name, b.name))
}

export async function findAssistant(db: Db, id: string): Promise<Assistant | null> {
  const row = await selectAssistants(db).where('assistant.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toAssistant(row)
}

export async function listCategories(db: Db) {
  const rows = await db.selectFrom('assistant_category').select(['id', 'name', 'icon']).execute()
  return rows.sort((a, b) => french.compare(a.name, b.name))
}

/** Adds one use; answers the new count, null when the assistant does not exist. */
export async function countUse(db: Db, id: string): Promise<number | null> {
  const row = await db
    .updateTable('assistant')
    .set({ usage_count: sql`usage_count + 1` })
    .where('id', '=', id)
    .returning('usage_count')
    .executeTakeFirst()
  return row?.usage_count ?? null
}
