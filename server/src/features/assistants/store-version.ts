import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'

/** Author of a change of an assistant. `restored_from`: number of the version restored by it, if any. */
export type VersionChange = { author_id: string | null; restored_from?: number }

// The document categories of `a`, by id. Renaming a category makes no new version.
const categoriesJoin = sql`
    cross join lateral (
      select coalesce(array_agg(c.id order by c.id), '{}') as ids, coalesce(array_agg(c.name order by c.id), '{}') as names
      from assistant_document_category l join document_category c on c.id = l.category_id where l.assistant_id = a.id
    ) asked`

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
