import type { Answer, routes, TokenCount } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { dayInParis } from '../../platform/paris.ts'
import { isUsableBy } from '../assistants/usable.ts'
import { isCounting } from '../quotas/former-replies.ts'
import { isBegun } from './queries.ts'

/**
 * This person's totals of what they wrote in, as in the list, and conversations per assistant, the most used first; those without one (it may be
 * deleted) count in the total only. Of one that is closed to them, the name that they knew.
 */
export async function conversationStats(db: Db, owner_id: string): Promise<Answer<typeof routes.conversations.stats>> {
  const { rows } = await sql<{ assistant_id: string | null; assistant_name: string; count: number }>`
    select c.assistant_id, coalesce(max(a.name), max(c.assistant_name)) as assistant_name, count(*) as count
    from conversation c left join assistant a on a.id = c.assistant_id and ${isUsableBy(sql`a.id`, owner_id)}
    where c.owner_id = ${owner_id} and (c.started or c.title_chosen) group by c.assistant_id order by count(*) desc, 2`.execute(db)
  const { total } = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .where('conversation.owner_id', '=', owner_id)
    .where('message.role', '<>', 'system')
    .where('message.superseded_at', 'is', null)
    .where(isBegun)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    total_conversations: rows.reduce((sum, row) => sum + row.count, 0),
    total_messages: total,
    conversations_by_assistant: rows.flatMap(({ assistant_id, ...row }) => (assistant_id === null ? [] : [{ assistant_id, ...row }])),
  }
}

/** What the model read and wrote for this person since the month began, in Paris: from the ledger, which no deletion lowers. */
export async function ownConsumption(db: Db, owner_id: string, now: Date): Promise<Answer<typeof routes.conversations.consumption>> {
  const { rows } = await sql<TokenCount>`
    select coalesce(sum(prompt_tokens), 0)::float8 as prompt_tokens, coalesce(sum(completion_tokens), 0)::float8 as completion_tokens,
      coalesce(sum(replies), 0)::integer as replies, coalesce(sum(uncounted), 0)::integer as uncounted
    from usage_entry where user_id = ${owner_id}
      and day >= date_trunc('month', ${dayInParis(now)}::timestamp)::date and day <= ${dayInParis(now)}::date`.execute(db)
  return { ...rows[0]!, is_counting: await isCounting(db) }
}
