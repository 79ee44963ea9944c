import type { RouteAnswer, routes, TokenCount } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { dayInParis } from '../../platform/paris.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import { hasUncountedReplies } from '../quotas/former-replies.ts'
import { isBegunSql } from './queries.ts'

/**
 * Returns the person's totals, over the conversations listed, and the conversations per assistant, most used first. Conversations without an assistant (or
 * with a deleted one) count only in the total. An assistant that is no longer open to them has the name they knew.
 */
export async function readOwnStats(db: Db, owner_id: string): Promise<RouteAnswer<typeof routes.conversations.stats>> {
  const { rows } = await sql<{ assistant_id: string | null; assistant_name: string; count: number }>`
    select c.assistant_id, coalesce(max(a.name), max(c.assistant_name)) as assistant_name, count(*) as count
    from conversation c left join assistant a on a.id = c.assistant_id and ${isAssistantUsableBy(sql`a.id`, owner_id)}
    where c.owner_id = ${owner_id} and (c.started or c.title_chosen) group by c.assistant_id order by count(*) desc, 2`.execute(db)
  const { total } = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .where('conversation.owner_id', '=', owner_id)
    .where('message.role', '<>', 'system')
    .where('message.superseded_at', 'is', null)
    .where(isBegunSql)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    total_conversations: rows.reduce((sum, row) => sum + row.count, 0),
    total_messages: total,
    conversations_by_assistant: rows.flatMap(({ assistant_id, ...row }) => (assistant_id === null ? [] : [{ assistant_id, ...row }])),
  }
}

/** Returns the tokens and replies of this person since the beginning of the month (Paris time). Read from the ledger, which deletions do not reduce. */
export async function readOwnTokenUsage(db: Db, owner_id: string, now: Date): Promise<RouteAnswer<typeof routes.conversations.consumption>> {
  const { rows } = await sql<TokenCount>`
    select coalesce(sum(prompt_tokens), 0)::float8 as prompt_tokens, coalesce(sum(completion_tokens), 0)::float8 as completion_tokens,
      coalesce(sum(replies), 0)::integer as replies, coalesce(sum(uncounted), 0)::integer as uncounted
    from usage_entry where user_id = ${owner_id}
      and day >= date_trunc('month', ${dayInParis(now)}::timestamp)::date and day <= ${dayInParis(now)}::date`.execute(db)
  return { ...rows[0]!, is_counting: await hasUncountedReplies(db) }
}
