import type { AssistantVersion, AssistantVersionSummary, VersionedField } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { resolveVersionCategories, type VersionCategory } from './document-categories.ts'
import type { AssistantOwner } from './queries.ts'

/** Author of a change of an assistant. `restored_from`: number of the version restored by it, if any. */
export type VersionChange = { author_id: string | null; restored_from?: number }

type Row = Omit<AssistantVersionSummary, 'changed'> & Record<`${VersionedField}_changed`, boolean>

type Texts = Omit<Pick<AssistantVersion, VersionedField>, 'document_categories'>

const fields: VersionedField[] = ['name', 'description', 'prompt_content', 'starters', 'document_categories']

// The document categories of `a`, by id. Renaming a category makes no new version.
const categoriesJoin = sql`
    cross join lateral (
      select coalesce(array_agg(c.id order by c.id), '{}') as ids, coalesce(array_agg(c.name order by c.id), '{}') as names
      from assistant_document_category l join document_category c on c.id = l.category_id where l.assistant_id = a.id
    ) asked`

// Each version compared with the previous one.
const comparedVersions = (assistant_id: string, owner_id: AssistantOwner) => sql`
  select number, author_id, restored_from, created_at, name, description, prompt_content, starters, document_category_ids, document_category_names,
    name is distinct from lag(name, 1, name) over w as name_changed,
    description is distinct from lag(description, 1, description) over w as description_changed,
    prompt_content is distinct from lag(prompt_content, 1, prompt_content) over w as prompt_content_changed,
    starters is distinct from lag(starters, 1, starters) over w as starters_changed,
    document_category_ids is distinct from lag(document_category_ids, 1, document_category_ids) over w as document_categories_changed
  from assistant_version v where assistant_id = ${assistant_id}::uuid
    and exists (select 1 from assistant a where a.id = v.assistant_id and a.owner_id is not distinct from ${owner_id}::uuid) window w as (order by number)`

// The name of a person as on the pages: first and last name, else the user name.
const author = sql`coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username)`

const changes = sql`v.name_changed, v.description_changed, v.prompt_content_changed, v.starters_changed, v.document_categories_changed`

// Categories that still exist have their current name.
const storedCategories = sql<VersionCategory[]>`
  (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', coalesce(c.name, k.name), 'is_gone', c.id is null) order by k.name), '[]')
    from unnest(v.document_category_ids, v.document_category_names) as k (id, name) left join document_category c on c.id = k.id)`

const toSummary = (row: Row): AssistantVersionSummary => ({
  number: row.number,
  changed: fields.filter((field) => row[`${field}_changed`]),
  author: row.author,
  restored_from: row.restored_from,
  created_at: row.created_at,
})

/** Creates the first version of assistants that have none: those created by the installation. @param assistant_id this one only */
export async function storeFirstVersions(db: Db, assistant_id: string | null = null): Promise<void> {
  await sql`
    insert into assistant_version (assistant_id, number, name, description, prompt_content, starters, document_category_ids, document_category_names, created_at)
    select id, 1, name, description, prompt_content, starters, asked.ids, asked.names, created_at from assistant a ${categoriesJoin}
    where (${assistant_id}::uuid is null or id = ${assistant_id}::uuid) and not exists (select 1 from assistant_version v where v.assistant_id = a.id)`.execute(
    db,
  )
}

/**
 * Stores the current text of an assistant as a new version, unless it equals that of the latest one. The caller's transaction has locked the assistant's
 * row, so that two changes cannot get the same number.
 */
export async function storeVersion(db: Db, assistant_id: string, { author_id, restored_from }: VersionChange, now: Date): Promise<void> {
  await sql`
    insert into assistant_version (assistant_id, number, name, description, prompt_content, starters, document_category_ids, document_category_names,
      author_id, restored_from, created_at)
    select a.id, coalesce(latest.number, 0) + 1, a.name, a.description, a.prompt_content, a.starters, asked.ids, asked.names,
      ${author_id}::uuid, ${restored_from ?? null}::integer, ${now}::timestamptz
    from assistant a ${categoriesJoin}
    left join lateral (
      select * from assistant_version v where v.assistant_id = a.id order by v.number desc limit 1
    ) latest on true
    where a.id = ${assistant_id}
      and (a.name, a.description, a.prompt_content, a.starters, asked.ids)
        is distinct from (latest.name, latest.description, latest.prompt_content, latest.starters, latest.document_category_ids)`.execute(db)
}

/** Lists the versions of an assistant of this owner, latest first. @throws {AppError} `request.not_found` for an assistant of another owner */
export async function listVersions(db: Db, assistant_id: string, owner_id: AssistantOwner = null): Promise<AssistantVersionSummary[]> {
  const { rows } = await sql<Row>`
    select v.number, ${author} as author, v.restored_from, v.created_at, ${changes}
    from (${comparedVersions(assistant_id, owner_id)}) v left join app_user u on u.id = v.author_id order by v.number desc`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows.map(toSummary)
}

/** Reads a version of an assistant of this owner. @throws {AppError} `request.not_found` */
export async function readVersion(db: Db, assistant_id: string, number: number, owner_id: AssistantOwner = null): Promise<AssistantVersion> {
  const { categories, left_out, ids: _, ...version } = await findVersion(db, assistant_id, number, owner_id)
  // For a personal assistant, categories not open to the owner are left out: a previous owner chose them.
  const namedCategories = owner_id === null ? categories : categories.filter(({ name }) => !left_out.includes(name))
  return { ...version, document_categories: namedCategories.map(({ name }) => ({ name, is_gone: left_out.includes(name) })) }
}

/** Reads a version, with the current state of its document categories. @throws {AppError} `request.not_found` */
export async function findVersion(db: Db, assistant_id: string, number: number, owner_id: AssistantOwner) {
  const { rows } = await sql<Row & Texts & { categories: VersionCategory[] }>`
    select v.number, ${author} as author, v.restored_from, v.created_at, v.name, v.description, v.prompt_content, v.starters,
      ${storedCategories} as categories, ${changes}
    from (${comparedVersions(assistant_id, owner_id)}) v left join app_user u on u.id = v.author_id where v.number = ${number}::integer`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { name, description, prompt_content, starters, categories } = row
  return { ...toSummary(row), name, description, prompt_content, starters, categories, ...(await resolveVersionCategories(db, categories, owner_id)) }
}
