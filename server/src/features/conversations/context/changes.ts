import type { Conversation, ConversationChange, ConversationWithChanges } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { isPrivateAssistant } from '../../../authorization/assistants.ts'

/** Adds the context changes recorded in the thread of a conversation. The caller must have checked its owner. */
export async function withChanges(db: Db, conversation: Conversation): Promise<ConversationWithChanges> {
  const { rows } = await sql<ConversationChange>`
    select c.kind, c.former, c.name, a.icon as former_icon, c.changed_at,
      (select count(*)::integer from message m where m.conversation_id = c.conversation_id and m.position <= c.after_position
        and m.role <> 'system' and m.superseded_at is null) as after
    from conversation_change c left join assistant a on a.id = c.former_id
    where c.conversation_id = ${conversation.id} order by c.after_position, c.changed_at, c.kind <> 'assistant', c.kind desc`.execute(db)
  return { ...conversation, changes: rows }
}

/**
 * SQL table `told` of the assistants that a conversation had before the current one, each with the period in which it answered. Few conversations have
 * any. Periods are compared with `created_at`, which the indexes of the statistics contain.
 */
const previousAssistantsSql = sql`(
  select conversation_id, after_position, former_id, former, changed_at as until,
    coalesce(lag(changed_at) over (partition by conversation_id order by after_position), '-infinity') as since
  from conversation_change where kind = 'assistant'
) told`

/** SQL join of `told` to a message `m`. No row when the current assistant of the conversation answered it. */
export const answeringJoinSql = sql`
  left join ${previousAssistantsSql} on told.conversation_id = m.conversation_id and m.created_at > told.since and m.created_at <= told.until`

/** SQL values, for a conversation `c` joined to `told`: the id of the assistant that answered (null once it is deleted), and the name it had. */
export const answeringIdSql = sql`case when told.conversation_id is null then c.assistant_id else told.former_id end`

export const answeringNameSql = sql`case when told.conversation_id is null then c.assistant_name else told.former end`

/** Label that administrators see in place of the name of a private assistant. */
export const privateAssistantLabelSql = sql.lit('Assistant personnel')

/**
 * SQL table `a` of the assistants for administrators' statistics. A private assistant that nobody else was shown has the common label instead of its name.
 */
export const countedAssistantsSql = sql`(
  select id, case when ${isPrivateAssistant(sql`assistant`)} then ${privateAssistantLabelSql} else name end as name from assistant
) a`
