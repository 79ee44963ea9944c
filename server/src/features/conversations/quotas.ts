import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/** Maximum size of the messages of one conversation, in bytes: it is opened and sent to the model as a whole. */
const maxConversationBytes = 8 * 1024 * 1024

/**
 * Writes the quotas of the configuration to the database, whose triggers enforce them (db/migrations/2026-12-09-quotas.ts). Instances that share a
 * database must have the same settings.
 */
export async function writeQuotas(db: Db, { projects, conversations, messagesMb }: Config['quotas']): Promise<void> {
  await sql`
    insert into quota (name, most) values ('projects', ${projects}), ('conversations', ${conversations}),
      ('message_bytes', ${messagesMb * 1024 * 1024}), ('conversation_bytes', ${maxConversationBytes})
    on conflict (name) do update set most = excluded.most where quota.most <> excluded.most`.execute(db)
}
