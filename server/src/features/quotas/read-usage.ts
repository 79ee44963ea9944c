import type { Allowance, OwnUsage } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { dayInParis, nextMonthInParis } from '../../platform/paris.ts'
import { hasUncountedReplies } from './former-replies.ts'
import { allowancesSql } from './token-room.ts'

/** Returns the person's usage of the current month (Paris time) and the limits that apply to them, the most restrictive first. */
export async function readOwnUsage(context: Context, user_id: string): Promise<OwnUsage> {
  const today = dayInParis(context.now())
  const { rows } = await sql<Omit<OwnUsage, 'renews_at' | 'limits' | 'is_counting'>>`
    select coalesce(sum(prompt_tokens), 0)::float8 as prompt_tokens, coalesce(sum(completion_tokens), 0)::float8 as completion_tokens,
      coalesce(sum(estimated_tokens), 0)::float8 as estimated_tokens,
      coalesce(sum(replies), 0)::integer as replies, coalesce(sum(uncounted), 0)::integer as uncounted
    from usage_entry where user_id = ${user_id} and day >= date_trunc('month', ${today}::timestamp)::date`.execute(context.db)
  const limits = await sql<Allowance>`
    select kind, team_name as team, tokens::float8 as tokens, used::float8 as used from ${allowancesSql(context, user_id)}
    order by tokens - used - held desc, (team_id is not null), team_name`.execute(context.db)
  return { ...rows[0]!, is_counting: await hasUncountedReplies(context.db), renews_at: nextMonthInParis(context.now()).toISOString(), limits: limits.rows }
}
