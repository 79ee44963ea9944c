import type { Message, ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { markStarted } from '../../conversations/add-message.ts'
import { listMessages } from '../../conversations/messages/messages.ts'
import type { ChatRequest, SavedMessage, SlottedRequest } from './turn.ts'

/** Reads the messages of a conversation, as `listMessages`, with their notices. */
export async function listSavedMessages({ db, models }: Pick<Context, 'db' | 'models'>, conversation_id: string): Promise<SavedMessage[]> {
  const messages = await listMessages(db, conversation_id, models)
  const rows = await db
    .selectFrom('message')
    .where('conversation_id', '=', conversation_id)
    .where('superseded_at', 'is', null)
    .where(sql<boolean>`notices <> '[]'`)
    .select(['id', 'notices'])
    .execute()
  const noticesById = new Map(rows.map(({ id, notices }) => [id, notices]))
  return messages.map((message) => ({ ...message, notices: noticesById.get(message.id) ?? [] }))
}

/**
 * Returns the last message if it is a reply, else null. Only this one can be regenerated or continued.
 * @throws {AppError} `request.not_found` when another reply is wanted
 */
export function lastReply(messages: readonly SavedMessage[], wantedId: string | undefined): SavedMessage | null {
  const last = messages.at(-1)
  if (last === undefined || last.role !== 'assistant') return null
  if (wantedId !== undefined && last.id !== wantedId) throw notFound()
  return last
}

/**
 * Inserts the question, and sets the conversation's title from it if it is the first.
 * @throws {AppError} `chat.no_question`
 */
export async function insertQuestion(db: Db, { conversation_id, content, client_message_id }: ChatRequest): Promise<void> {
  if (content.trim() === '') throw new AppError('chat.no_question')
  await db
    .insertInto('message')
    .values({ conversation_id, role: 'user', content, client_message_id: client_message_id ?? null })
    .execute()
  await markStarted(db, conversation_id, content)
}

/**
 * Inserts an empty running reply of this process, and completes the running usage of its slot.
 * @param continued interrupted reply to continue: the new one begins with its text, and has its notices and its levels
 * @returns the message id
 */
export async function insertReply(context: Context, db: Db, { conversation_id, slot }: SlottedRequest, continued: SavedMessage | null = null): Promise<string> {
  const levelOfContinued = (column: 'needed_level' | 'documents_level') =>
    sql<ModelLevel | null>`(select m.${sql.ref(column)} from message m where m.id = ${continued?.id ?? null}::uuid)`
  const { id } = await db
    .insertInto('message')
    .values({
      conversation_id,
      role: 'assistant',
      content: '',
      notices: JSON.stringify(continued?.notices ?? []),
      needed_level: levelOfContinued('needed_level'),
      documents_level: levelOfContinued('documents_level'),
      status: 'en_cours',
      writer_id: context.instanceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update usage_running r set message_id = ${id}, assistant_id = c.assistant_id, assistant_name = c.assistant_name
    from conversation c where r.place = ${slot.entry} and c.id = ${conversation_id}`.execute(db)
  if (continued !== null && continued.content !== '')
    await db.insertInto('reply_chunk').values({ message_id: id, start_at: 0, text: continued.content }).execute()
  return id
}

/**
 * Marks messages as superseded: they are hidden from the conversation, not deleted.
 * @param isContinued true when the new reply begins with their text, so that they are not listed as its earlier versions
 */
export async function supersede(db: Db, messages: readonly Message[], isContinued = false): Promise<void> {
  await db
    .updateTable('message')
    .set({ superseded_at: sql`now()`, continued: isContinued })
    .where(
      'id',
      'in',
      messages.map((message) => message.id),
    )
    .execute()
}
