import { routes, type Allowance, type OwnUsage } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { nameOfSubject, readTokenLimit, setTokenLimit } from './token-limits.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { dayInParis, nextMonthInParis } from '../../platform/paris.ts'
import { hasUncountedReplies } from './former-replies.ts'
import { allowancesSql } from './token-room.ts'

const { quotas } = routes

export const quotasHandlers: RouteHandler[] = [
  handle(quotas.own, ({ context, caller }) => readOwnUsage(context, caller.id)),
  handle(quotas.ofUser, ({ context, params }) => readTokenLimit(context, { user_id: params.id })),
  handle(quotas.setUser, (call) =>
    audited(call, 'quotas.user', () => setTokenLimit(call.context, { user_id: call.params.id }, call.body.tokens, 'each'), call.params.id),
  ),
  handle(quotas.ofTeam, ({ context, params }) => readTokenLimit(context, { team_id: params.id })),
  handle(quotas.setTeam, async (call) => {
    const { context, params, body } = call
    const target = { id: params.id, name: await nameOfSubject(context.db, { team_id: params.id }) }
    return audited(call, 'quotas.team', () => setTokenLimit(context, { team_id: params.id }, body.tokens, body.kind), target)
  }),
]

/** Returns the person's usage of the current month (Paris time) and the limits that apply to them, the most restrictive first. */
async function readOwnUsage(context: Context, user_id: string): Promise<OwnUsage> {
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
