import { sql } from 'kysely'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { lockConversation } from '../add-message.ts'
import { isVersionSql } from './messages.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'

/**
 * Shows another version of a message, with the messages that followed it when it was last shown. The current version and the messages after it are
 * superseded, not deleted. Does nothing for the current version.
 * @throws {AppError} `request.not_found` when the message does not exist, belongs to somebody else, is not a version, or follows a message that is itself
 *   superseded; `conversations.reply_running`
 */
export async function showVersion(db: Db, owner_id: string, { id, message_id }: { id: string; message_id: string }): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockConversation(trx, id, owner_id)
    const wantedVersion = await trx
      .selectFrom('message as other')
      .where('other.conversation_id', '=', id)
      .where('other.id', '=', message_id)
      .where('other.role', '<>', 'system')
      .select(['other.parent_position', 'other.superseded_at', isVersionSql.as('is_version')])
      .executeTakeFirstOrThrow(notFound)
    if (wantedVersion.superseded_at === null) return
    if (!wantedVersion.is_version || !(await isCurrent(trx, id, wantedVersion.parent_position))) throw notFound()
    await supersedeAfter(trx, id, wantedVersion.parent_position)
    await makeCurrent(trx, message_id)
  })
}

/** Whether the message at this position is current. Position 0, before the first message, always is. */
async function isCurrent(db: Db, conversation_id: string, position: number): Promise<boolean> {
  if (position === 0) return true
  const { rows } = await sql`
    select 1 from message where conversation_id = ${conversation_id} and position = ${position} and superseded_at is null`.execute(db)
  return rows.length > 0
}

/**
 * Supersedes the current messages after a position.
 * @throws {AppError} `conversations.reply_running`
 */
async function supersedeAfter(db: Db, conversation_id: string, position: number): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    update message set superseded_at = now()
    where conversation_id = ${conversation_id} and superseded_at is null and position > ${position} returning status`.execute(db)
  if (rows.some(({ status }) => status === 'en_cours')) throw new AppError('conversations.reply_running')
}

/** Makes a message current again and, after each one, the message that last followed it. */
async function makeCurrent(db: Db, message_id: string): Promise<void> {
  await sql`
    with recursive shown as (
      select id, conversation_id, position from message where id = ${message_id}
      union all
      select next.* from shown, lateral (
        select m.id, m.conversation_id, m.position from message m
        where m.conversation_id = shown.conversation_id and m.parent_position = shown.position and m.superseded_at is not null and not m.continued
        order by m.superseded_at desc, m.position desc limit 1
      ) next
    ) update message set superseded_at = null from shown where message.id = shown.id`.execute(db)
}
