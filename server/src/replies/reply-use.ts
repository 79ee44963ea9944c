import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import type { Used } from './count-used.ts'

/** The most tokens that one call of the model is expected to use: beyond this many, a window tells little of a reply. */
export const heldByCall = 32_000
/** The most that a reply of many calls holds of a limit: what is read of documents at once, and what is written of it. */
const heldAtMost = 8_000_000

/** Model of a reply that no model wrote, in its row and in the ledger. */
export const noModel = 'none'

/** What one reply used, and of which model: the one that answered, or the one that was asked. */
export type ReplyUse = Used & { model: string }

/** Adds rows of a select to the ledger, whose columns are those of `usage_entry` in the order of the migration. */
export const addingUse = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into usage_entry as u (day, user_id, team_id, team_name, assistant_id, assistant_name, model,
    prompt_tokens, completion_tokens, estimated_tokens, replies, uncounted)
  ${rows}
  on conflict (user_id, day, coalesce(team_id, '00000000-0000-0000-0000-000000000000'),
    coalesce(assistant_id, '00000000-0000-0000-0000-000000000000'), coalesce(assistant_name, ''), model) where user_id is not null
  do update set prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, completion_tokens = u.completion_tokens + excluded.completion_tokens,
    estimated_tokens = u.estimated_tokens + excluded.estimated_tokens, replies = u.replies + excluded.replies, uncounted = u.uncounted + excluded.uncounted`

/**
 * Ends what a running reply holds, and counts what it used, as parts of a larger statement. Whoever ends it, and however often it is asked, it
 * is counted once: by whoever takes its row away.
 * @param entry of its place
 * @param use null for a reply that did not start: nothing is counted
 * @param after the part of the statement that locks what comes before the ledger
 */
export function endingUse(entry: string, use: ReplyUse | null, after: RawBuilder<unknown>): RawBuilder<unknown> {
  const held = sql`held_use as (delete from usage_running where place = ${entry} and (select count(*) from ${after}) >= 0 returning *)`
  if (use === null) return held
  return sql`${held}, counted_use as (${addingUse(sql`
    select day, user_id, team_id, team_name, assistant_id, assistant_name, ${use.model}::text,
      ${use.prompt_tokens}::bigint, ${use.completion_tokens}::bigint, ${use.estimated_tokens}::bigint, 1, ${use.estimated_tokens > 0 ? 1 : 0}::integer
    from held_use`)})`
}

/** A running reply will use more than one call may: others who begin on the same limit count with it. One that has ended holds nothing. */
export async function holdMore(db: Db, entry: string, tokens: number): Promise<void> {
  await sql`update usage_running set held = greatest(held, ${Math.min(Math.ceil(tokens), heldAtMost)}::bigint) where place = ${entry}`.execute(db)
}
