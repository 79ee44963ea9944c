import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import { answeringNameSql, answeringJoinSql } from '../conversations/context/changes.ts'
import { findConversation } from '../conversations/queries.ts'

/** SQL condition: the messages that a share contains. Hidden instructions, superseded versions and a running reply are never shared. */
const isShared = sql`m.superseded_at is null and m.role <> 'system' and m.status <> 'en_cours'`

/**
 * Returns the position of the last message to share: the chosen one, else the last finished answer. The caller has locked the conversation.
 * @throws {AppError} `shares.message_gone`, `conversations.reply_running` for an answer still being written, `shares.nothing`
 */
export async function lastSharedPosition(db: Db, conversation_id: string, message_id: string | undefined): Promise<number> {
  if (message_id === undefined) {
    const { rows } = await sql<{ position: number }>`
      select m.position from message m where m.conversation_id = ${conversation_id} and ${isShared}
      order by (m.role = 'assistant') desc, m.position desc limit 1`.execute(db)
    if (rows[0] === undefined) throw new AppError('shares.nothing')
    return rows[0].position
  }
  const { rows } = await sql<{ position: number; is_running: boolean }>`
    select m.position, m.status = 'en_cours' as is_running from message m
    where m.conversation_id = ${conversation_id} and m.id = ${message_id} and m.superseded_at is null and m.role <> 'system'`.execute(db)
  if (rows[0] === undefined) throw new AppError('shares.message_gone')
  if (rows[0].is_running) throw new AppError('conversations.reply_running', { sentence: replyRunningSentence })
  return rows[0].position
}

const replyRunningSentence = 'Cette réponse est en cours. Attendez sa fin pour la partager, ou choisissez un message d’avant.'

/** Reads the title, assistant and library category of a conversation, copied into its share. */
export async function sharedFields(db: Db, conversation_id: string, owner_id: string) {
  const { title, assistant_id, assistant_name, library } = (await findConversation(db, conversation_id, owner_id))!
  return { title, assistant_id, assistant_name, library }
}

/**
 * Copies the messages of a conversation up to a position into a share, in place of the previous copy. They keep the level of the conversation: the one that
 * continues the share has neither its mark nor its project.
 * @throws {AppError} `shares.full` when the messages of all shares of the owner exceed `messagesMb`
 */
export async function copyMessages(
  db: Db,
  share: { id: string; owner_id: string; conversation_id: string },
  up_to: number,
  { messagesMb }: Config['quotas'],
): Promise<void> {
  await db.deleteFrom('conversation_share_message').where('share_id', '=', share.id).execute()
  await sql`
    insert into conversation_share_message (share_id, place, role, content, status, finish_reason, error_code, sources, notices, documents_level, author, created_at)
    select ${share.id}, row_number() over (order by m.position), m.role, m.content, m.status, m.finish_reason, m.error_code, m.sources, m.notices,
      greatest(m.documents_level, m.needed_level, case when c.confidential then 3 end, (select min_level from assistant where id = c.assistant_id),
        (select min_level from project where id = c.project_id)),
      case when m.role = 'assistant' then case when told.conversation_id is null then coalesce(a.name, c.assistant_name) else ${answeringNameSql} end end,
      m.created_at
    from message m join conversation c on c.id = m.conversation_id left join assistant a on a.id = c.assistant_id and ${isAssistantUsableBy(sql`a.id`, share.owner_id)} ${answeringJoinSql}
    where m.conversation_id = ${share.conversation_id} and ${isShared} and m.position <= ${up_to}`.execute(db)
  // Shares have the same size quota as a person's own messages, so that copies of a long conversation cannot fill the disk.
  const { rows } = await sql<{ is_full: boolean }>`
    select coalesce(sum(octet_length(m.content)), 0) > ${messagesMb * 1024 * 1024}::bigint as is_full
    from conversation_share_message m join conversation_share s on s.id = m.share_id where s.owner_id = ${share.owner_id}`.execute(db)
  if (rows[0]!.is_full) throw new AppError('shares.full')
}
