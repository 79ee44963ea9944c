import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import type { Used } from './count-used.ts'

/** Limit on the tokens reserved for one model call. Larger context windows are rarely filled. */
export const heldByCall = 32_000
/** Limit on the tokens reserved for a reply of several calls (full reading). */
const heldAtMost = 8_000_000

/** `model` value, in message rows and in the ledger, of a reply written without a model. */
export const noModel = 'none'

/** Usage of one reply. `model` is the model that answered, or the one requested if none did. */
export type ReplyUse = Used & { model: string }

/** SQL that adds the selected rows to the usage ledger. Columns of `rows`: those of `usage_entry`, in the order of the migration. */
export const addingUse = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into usage_entry as u (day, user_id, team_id, team_name, assistant_id, assistant_name, model,
    prompt_tokens, completion_tokens, estimated_tokens, replies, uncounted)
  ${rows}
  on conflict (user_id, day, coalesce(team_id, '00000000-0000-0000-0000-000000000000'),
    coalesce(assistant_id, '00000000-0000-0000-0000-000000000000'), coalesce(assistant_name, ''), model) where user_id is not null
  do update set prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, completion_tokens = u.completion_tokens + excluded.completion_tokens,
    estimated_tokens = u.estimated_tokens + excluded.estimated_tokens, replies = u.replies + excluded.replies, uncounted = u.uncounted + excluded.uncounted`

/**
 * SQL, to embed in a larger statement, that deletes the running usage of a slot and adds the tokens used to the ledger. The usage is counted once, even if
 * called again: only the call that deletes the row counts it.
 * @param entry slot in `throttle.running`
 * @param use null for a reply that did not start: nothing is counted
 * @param after common table expression that takes the locks preceding the ledger's
 */
export function endingUse(entry: string, use: ReplyUse | null, after: RawBuilder<unknown>): RawBuilder<unknown> {
  const held = sql`held_use as (delete from usage_running where place = ${entry} and (select count(*) from ${after}) >= 0 returning *)`
  if (use === null) return held
  return sql`${held}, counted_use as (${addingUse(sql`
    select day, user_id, team_id, team_name, assistant_id, assistant_name, ${use.model}::text,
      ${use.prompt_tokens}::bigint, ${use.completion_tokens}::bigint, ${use.estimated_tokens}::bigint, 1, ${use.estimated_tokens > 0 ? 1 : 0}::integer
    from held_use`)})`
}

/** Raises the tokens that a running reply reserves of its quota, for a reply of several calls. Does nothing once the reply has ended. */
export async function holdMore(db: Db, entry: string, tokens: number): Promise<void> {
  await sql`update usage_running set held = greatest(held, ${Math.min(Math.ceil(tokens), heldAtMost)}::bigint) where place = ${entry}`.execute(db)
}
