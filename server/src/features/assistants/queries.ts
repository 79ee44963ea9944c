import type { Assistant, ListedAssistant } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { personName } from '../teams/queries.ts'
import { isAssistantOfferedTo, isAssistantShownTo } from '../../authorization/assistants.ts'
import { isCategoryShownTo } from '../../authorization/documents.ts'

/** Person for whom assistants are read. `is_admin`: inactive assistants of the organisation are included. */
export type AssistantReader = { id: string; is_admin: boolean }

/** Reader without restrictions, for reads by the instance itself. */
export const everyAssistant: AssistantReader = { id: '00000000-0000-0000-0000-000000000000', is_admin: true }

/**
 * Query of the assistants that `reader` may see, with the columns of a list. `everyAssistant` sees all of them.
 */
const selectListed = (db: Db, reader: AssistantReader) =>
  db
    .selectFrom('assistant')
    .innerJoin('assistant_category', 'assistant_category.id', 'assistant.category_id')
    .leftJoin('app_user as u', 'u.id', 'assistant.owner_id')
    .select([
      'assistant.id',
      'assistant.name',
      'assistant.description',
      'assistant.category_id',
      'assistant.icon',
      'assistant.is_active',
      'assistant.usage_count',
      'assistant.suspended_at',
      'assistant.suspension_reason',
      'assistant.updated_at',
      'assistant_category.name as category_name',
      'assistant_category.icon as category_icon',
    ])
    .select([sql<string | null>`${personName}`.as('owner_name'), sql<boolean>`coalesce(assistant.owner_id = ${reader.id}::uuid, false)`.as('is_own')])
    .$if(reader !== everyAssistant, (query) => query.where(isAssistantShownTo(reader)))

function selectAssistants(db: Db, reader: AssistantReader) {
  // Only the document categories that the reader may use.
  const isOpen = isCategoryShownTo(sql`c.id`, reader)
  return selectListed(db, reader).select([
    'assistant.prompt_content',
    'assistant.starters',
    sql<string[]>`array(
      select c.id::text from assistant_document_category l join document_category c on c.id = l.category_id
      where l.assistant_id = assistant.id and ${isOpen} order by c.id
    )`.as('document_category_ids'),
    sql<string[]>`array(
      select c.display_name from assistant_document_category l join document_category c on c.id = l.category_id
      where l.assistant_id = assistant.id and ${isOpen}
    )`.as('document_categories'),
    sql<number>`(select count(*)::int from assistant_document f where f.assistant_id = assistant.id)`.as('file_count'),
  ])
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>
type Row = Awaited<ReturnType<ReturnType<typeof selectAssistants>['executeTakeFirstOrThrow']>>

// The database sorts by code point, which puts « Étude » after « zoo ».
const french = new Intl.Collator('fr')

function toListed<R extends ListedRow>({ category_name, category_icon, owner_name, is_own, suspended_at, suspension_reason, ...row }: R) {
  return {
    ...row,
    ...(owner_name !== null && { owner_name, is_own, suspended_at, suspension_reason }),
    category: { id: row.category_id, name: category_name, icon: category_icon },
  }
}

function toAssistant({ file_count, ...row }: Row): Assistant {
  const document_categories = row.document_categories.sort((a, b) => french.compare(a, b))
  return { ...toListed(row), document_categories, ...(row.owner_name !== null && { file_count }) }
}

const inFrenchOrder = <A extends { name: string }>(assistants: A[]): A[] => assistants.sort((a, b) => french.compare(a.name, b.name))

/**
 * Lists the assistants that the reader may see, in French alphabetical order.
 * @param filter `is_active` true: only those offered to the reader; false: only inactive ones
 */
export async function listAssistants(db: Db, reader: AssistantReader, filter: { is_active?: boolean | undefined }): Promise<Assistant[]> {
  let query = selectAssistants(db, reader)
  if (filter.is_active === true) query = query.where(isAssistantOfferedTo(reader))
  if (filter.is_active === false) query = query.where('assistant.is_active', '=', false)
  return inFrenchOrder((await query.execute()).map(toAssistant))
}

/** Lists the assistants offered to the reader, with the columns of a list, in French alphabetical order. */
export async function listCatalogue(db: Db, reader: AssistantReader): Promise<ListedAssistant[]> {
  return inFrenchOrder((await selectListed(db, reader).where(isAssistantOfferedTo(reader)).execute()).map((row) => toListed(row)))
}

/** Reads an assistant that the reader may see; null for any other. */
export async function findAssistant(db: Db, id: string, reader: AssistantReader): Promise<Assistant | null> {
  const row = await selectAssistants(db, reader).where('assistant.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toAssistant(row)
}

export async function listCategories(db: Db) {
  const rows = await db.selectFrom('assistant_category').select(['id', 'name', 'icon']).execute()
  return rows.sort((a, b) => french.compare(a.name, b.name))
}

/** Adds one use of an assistant and returns the new count; null when it does not exist. */
export async function countUse(db: Db, id: string): Promise<number | null> {
  const row = await db
    .updateTable('assistant')
    .set({ usage_count: sql`usage_count + 1` })
    .where('id', '=', id)
    .returning('usage_count')
    .executeTakeFirst()
  return row?.usage_count ?? null
}
