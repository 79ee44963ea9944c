import type { Conversation, ConversationChange, ConversationWithChanges } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'

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
