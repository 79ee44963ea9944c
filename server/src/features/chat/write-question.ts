import { sql } from 'kysely'
import { AppError, notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { titleFrom } from '../conversations/title.ts'

export type Question = { conversation_id: string; content: string; client_message_id?: string | undefined }

/**
 * Writes a question and the empty running reply to it, in one statement: either both are there or none, and a thousand
 * people who send at once cost one journey to the base each. The base's unique indexes refuse a second running reply and
 * a question sent twice.
 * @returns the reply's id
 * @throws {AppError} `request.not_found`, `conversations.reply_running`
 */
export async function writeQuestion(context: Context, owner_id: string, { conversation_id, content, client_message_id }: Question): Promise<string> {
  if (content.trim() === '') throw new AppError('chat.no_question')
  const title = titleFrom(content)
  try {
    // `asked` before `answered`: the order of reading is the order of writing.
    const { rows } = await sql<{ id: string }>`
      with mine as (
        update conversation set updated_at = now(), started = true,
          title = case when not started and not title_chosen and ${title}::text is not null then ${title}::text else title end
        where id = ${conversation_id} and owner_id = ${owner_id}
        returning id
      ), asked as (
        insert into message (conversation_id, role, content, client_message_id)
        select id, 'user', ${content}, ${client_message_id ?? null}::text from mine
        returning conversation_id
      ), answered as (
        insert into message (conversation_id, role, content, status, writer_id)
        select conversation_id, 'assistant', '', 'en_cours', ${context.instanceId}::uuid from asked
        returning id
      )
      select id from answered`.execute(context.db)
    if (rows[0] === undefined) throw notFound()
    return rows[0].id
  } catch (error) {
    // The unique indexes have the last word when a person is quicker than a reply, or two instances race.
    if ((error as { code?: unknown }).code === '23505') throw new AppError('conversations.reply_running', {}, { cause: error })
    throw error
  }
}
