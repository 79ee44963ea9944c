import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/** Maximum size of the messages of one conversation, in bytes: it is opened and sent to the model as a whole. */
const maxConversationBytes = 8 * 1024 * 1024

/**
 * SQL expression that gives the quotas of this process to the current transaction. Triggers compare them with what each person has, after every insert of
 * a project, a conversation, a message or a written document (db/migrations/0073-quotas-of-the-caller.ts). An insert without it is counted, but never refused.
 */
export function quotasSql({ projects, conversations, messagesMb, writtenDocumentsMb }: Config['quotas']): RawBuilder<string> {
  const quotas = {
    projects,
    conversations,
    message_bytes: messagesMb * 1024 * 1024,
    conversation_bytes: maxConversationBytes,
    written_bytes: writtenDocumentsMb * 1024 * 1024,
  }
  return sql<string>`set_config('parvis.quotas', ${JSON.stringify(quotas)}, true)`
}

/** Gives the quotas of this process to a transaction, before it inserts a project, a conversation, a message or a written document. */
export async function applyQuotas(trx: Db, quotas: Config['quotas']): Promise<void> {
  await sql`select ${quotasSql(quotas)}`.execute(trx)
}
