import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/db/schema/index.ts'

/** State that the update must preserve: for each table, its number of rows and a hash of them. */
export type PreservedState = Record<string, string>

const preservedColumns = {
  app_user: 'id, username, email, password_hash, is_admin, is_active',
  conversation: 'id, owner_id, title, assistant_id, project_id, created_at',
  message: 'id, conversation_id, owner_id, position, role, content, status, superseded_at',
  project: 'id, owner_id, name, content',
  prompt: 'id, name, content',
  assistant: 'id, name, prompt_content, is_active',
  document_category: 'id, name',
} as const

/** Computes the state before and after the update; both must be equal. */
export async function readPreservedState(db: Db): Promise<PreservedState> {
  const preserved: PreservedState = {}
  for (const [table, columns] of Object.entries(preservedColumns)) {
    const { rows } = await sql<{ print: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(row(${sql.raw(columns)})::text, 0)), 0) as print from ${sql.table(table)}`.execute(db)
    preserved[table] = rows[0]!.print
  }
  return preserved
}

/** Returns sentences on what has changed for somebody; none when nothing has. */
export async function findLosses(db: Db, before: PreservedState): Promise<string[]> {
  const after = await readPreservedState(db)
  const changedTables = Object.keys(before).filter((table) => before[table] !== after[table])
  const { rows: closedRows } = await sql<{ kind: string; things: number }>`
    select kind, count(*)::int as things from (
      select 'assistant' as kind, id from assistant union all select 'document_category', id from document_category union all select 'prompt', id from prompt) thing
    where (select array_agg(coalesce(g.user_id, g.team_id)::text || g.level) is distinct from array[null::text] or bool_or(g.level <> 'use')
      from access_grant g where g.kind = thing.kind and g.resource_id = thing.id)
    group by kind`.execute(db)
  const { rows: closedToSomebody } = await sql<{ kind: string; people: number }>`
    select kind, count(*)::int as people from app_user u
    cross join (select 'assistant' as kind, count(*) as things from assistant union all select 'document_category', count(*) from document_category
      union all select 'prompt', count(*) from prompt) all_of
    where (select count(*) from granted(u.id, kind, 'use')) <> things group by kind`.execute(db)
  return [
    ...changedTables.map((table) => `${table} : des lignes ont changé`),
    ...closedRows.map(({ kind, things }) => `${kind} : ${things} sans le seul droit « tout le monde, utiliser »`),
    ...closedToSomebody.map(({ kind, people }) => `${kind} : ${people} personnes ne les ont pas tous`),
  ]
}

/**
 * Progress of the count of former replies. `waiting`: not counted yet. `wrong`: rows of the ledger (a person, a day in Paris time, an assistant, a model)
 * that differ from a direct count of the other replies, missing rows included.
 */
export type BacklogCount = { replies: number; waiting: number; counted: number; wrong: number }

/** Reads everything in one snapshot: a server may still be completing a request of a killed process. */
export function countOf(db: Db): Promise<BacklogCount> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { upto } = (await transaction.selectFrom('usage_backlog').select('upto').executeTakeFirst()) ?? { upto: 0 }
      const { rows: all } = await sql<{ replies: number; waiting: number }>`
        select count(*)::int as replies, count(*) filter (where position <= ${upto})::int as waiting from message where role = 'assistant'`.execute(transaction)
      const { rows } = await sql<{ counted: number }>`select coalesce(sum(replies), 0)::int as counted from usage_entry`.execute(transaction)
      return { replies: all[0]!.replies, waiting: all[0]!.waiting, counted: rows[0]!.counted, wrong: await differences(transaction, Number(upto)) }
    })
}

async function differences(db: Db, after: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    with direct as (
      select c.owner_id as user_id, (m.created_at at time zone 'Europe/Paris')::date as day, c.assistant_id, c.assistant_name, m.model,
        sum(coalesce(m.prompt_tokens, 0))::numeric as read, count(*) as replies, count(*) filter (where m.prompt_tokens is null) as uncounted,
        sum(coalesce(m.completion_tokens, 0) + case when m.prompt_tokens is null then ceil(length(m.content) / 4.0) else 0 end)::numeric as written
      from message m join conversation c on c.id = m.conversation_id where m.role = 'assistant' and m.position > ${after}
      group by 1, 2, 3, 4, 5
    ), counted as (
      select user_id, day, assistant_id, assistant_name, model, prompt_tokens::numeric as read, replies::bigint as replies, uncounted::bigint as uncounted,
        completion_tokens::numeric as written from usage_entry
    )
    select count(*)::int as rows from ((table direct except all table counted) union all (table counted except all table direct)) wrong`.execute(db)
  return rows[0]!.rows
}
