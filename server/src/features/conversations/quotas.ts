import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/** What the messages of one conversation may weigh, in bytes: it is opened and sent to the model whole. */
const conversationBytes = 8 * 1024 * 1024

/** Tells the database what a person may keep (db/migrations/2026-12-09-quotas.ts), which then refuses the rest. Instances that share it agree. */
export async function setQuotas(db: Db, { projects, conversations, messagesMb }: Config['quotas']): Promise<void> {
  await sql`
    insert into quota (name, most) values ('projects', ${projects}), ('conversations', ${conversations}),
      ('message_bytes', ${messagesMb * 1024 * 1024}), ('conversation_bytes', ${conversationBytes})
    on conflict (name) do update set most = excluded.most where quota.most <> excluded.most`.execute(db)
}
