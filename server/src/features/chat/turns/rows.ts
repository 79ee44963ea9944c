import type { Message } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { markStarted } from '../../conversations/add-message.ts'
import type { KeptRequest, PlacedRequest } from './turn.ts'

/** The reply that ends the conversation; null when a question does. Only it can be made again or taken up. */
export function lastReply(messages: readonly Message[], wanted: string | undefined): Message | null {
  const last = messages.at(-1)
  if (last === undefined || last.role !== 'assistant') return null
  if (wanted !== undefined && last.id !== wanted) throw notFound()
  return last
}

/** @throws {AppError} `chat.no_question` */
export async function insertQuestion(db: Db, { conversation_id, content, client_message_id }: KeptRequest): Promise<void> {
  if (content.trim() === '') throw new AppError('chat.no_question')
  await db
    .insertInto('message')
    .values({ conversation_id, role: 'user', content, client_message_id: client_message_id ?? null })
    .execute()
  await markStarted(db, conversation_id, content)
}

/** An empty running reply of this process, that begins with `prefix`, for which `place` was taken. @returns its id */
export async function insertReply(context: Context, db: Db, { conversation_id, place }: PlacedRequest, prefix: string): Promise<string> {
  const { id } = await db
    .insertInto('message')
    .values({ conversation_id, role: 'assistant', content: '', status: 'en_cours', writer_id: context.instanceId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update usage_running r set message_id = ${id}, assistant_id = c.assistant_id, assistant_name = c.assistant_name
    from conversation c where r.place = ${place.entry} and c.id = ${conversation_id}`.execute(db)
  if (prefix !== '') await db.insertInto('reply_chunk').values({ message_id: id, start_at: 0, text: prefix }).execute()
  return id
}

/**
 * Takes messages out of the conversation; they are kept.
 * @param continued what takes their place begins with their words: they are no versions of it
 */
export async function supersede(db: Db, messages: readonly Message[], continued = false): Promise<void> {
  await db
    .updateTable('message')
    .set({ superseded_at: sql`now()`, continued })
    .where(
      'id',
      'in',
      messages.map((message) => message.id),
    )
    .execute()
}
