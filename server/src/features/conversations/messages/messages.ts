import { errorSentence, isErrorCode, type Message, type ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import { replyDay } from '../../../replies/outcome.ts'
import { noModel } from '../../../replies/usage.ts'
import { savedLevelSentence, type ModelLevels } from '../../../replies/level-sentence.ts'
import { messageReviewsSql } from '../../text-reviews/reviewed-texts.ts'
import type { Db } from '../../../platform/db/schema/index.ts'

const messageColumns = [
  'id',
  'position',
  'role',
  'content',
  'created_at',
  'status',
  'finish_reason',
  'error_code',
  'sources',
  'images',
  'masked',
  'notices',
  'progress',
  'client_message_id',
  'model',
  'fallback',
  'level',
  'needed_level',
  'model_reason',
  'expected_model',
  'feedback',
] as const

/**
 * SQL condition on a message `other`: it is a version that can be shown again. Excluded: the beginning of a reply continued by another, and replies that
 * failed before any text.
 */
export const isVersionSql = sql<boolean>`other.superseded_at is not null and not other.continued and (other.content <> '' or other.role = 'user')`

const otherVersionsSql = sql<{ id: string; position: number }[] | null>`(
  select jsonb_agg(jsonb_build_object('id', other.id, 'position', other.position)) from message other
  where other.conversation_id = message.conversation_id and other.parent_position = message.parent_position and other.role = message.role
    and other.id <> message.id and ${isVersionSql})`

function selectMessages(db: Db, conversation_id: string) {
  return db
    .selectFrom('message')
    .where('conversation_id', '=', conversation_id)
    .select(messageColumns)
    .select([otherVersionsSql.as('others'), messageReviewsSql.as('reviews')])
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

function toMessage(
  { error_code, position, others, reviews, fallback, needed_level, model_reason, expected_model, images, masked, notices, ...row }: MessageRow,
  levels: ModelLevels,
): Message {
  return {
    ...row,
    // A reply of the application itself.
    model: row.model === noModel ? null : row.model,
    ...(model_reason !== null && { model_reason }),
    ...(images.length > 0 && { images }),
    ...(masked !== null && { masked }),
    ...replyDay(notices),
    ...(expected_model !== null && { expected_model, ...(needed_level !== null && { needed_level }) }),
    ...(reviews !== null && { reviews }),
    ...(fallback && { is_fallback: true as const }),
    // A total of 0 means no full reading (see `ReplyEnd.progress`).
    progress: row.progress?.total ? row.progress : null,
    ...(others !== null && { versions: [...others, { id: row.id, position }].toSorted((one, other) => one.position - other.position).map(({ id }) => id) }),
    stream_id: row.status === 'en_cours' ? row.id : null,
    error: errorOf(error_code, needed_level, levels),
  }
}

function errorOf(error_code: string | null, needed_level: ModelLevel | null, levels: ModelLevels): string | null {
  if (!isErrorCode(error_code)) return null
  return error_code === 'llm.no_model_for_level' && needed_level !== null ? savedLevelSentence(levels, needed_level) : errorSentence(error_code)
}

/** Limits per statement, in messages and in bytes, so that other requests run in between. */
const maxMessagesPerPage = 200
const maxBytesPerPage = 256 * 1024

/** Messages in reading order, and the position of the last one. */
type MessagePage = { messages: Message[]; last: number }

/** Reads the messages of a conversation in order, in pages, without superseded ones. The caller must have checked the owner. */
export async function* readMessages(db: Db, conversation_id: string, levels: ModelLevels): AsyncGenerator<MessagePage, void> {
  let after = 0
  for (;;) {
    const next = selectMessages(db, conversation_id)
      .where('superseded_at', 'is', null)
      .where('position', '>', after)
      .select([sql<number>`(sum(octet_length(content)) over (order by position))::float8`.as('weight'), sql<number>`octet_length(content)`.as('own')])
      .orderBy('position')
      .limit(maxMessagesPerPage)
    const rows = await db
      .selectFrom(next.as('next'))
      .whereRef(sql`weight - own`, '<', sql`${maxBytesPerPage}`)
      .selectAll()
      .orderBy('position')
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield { messages: rows.map(({ weight: _weight, own: _own, ...row }) => toMessage(row, levels)), last: last.position }
    if (rows.length < maxMessagesPerPage && last.weight < maxBytesPerPage) return
    after = last.position
  }
}

/** Reads all messages of a conversation, as `readMessages`. */
export async function listMessages(db: Db, conversation_id: string, levels: ModelLevels): Promise<Message[]> {
  const messages: Message[] = []
  for await (const page of readMessages(db, conversation_id, levels)) messages.push(...page.messages)
  return messages
}

/** Reads one message, superseded or not. The caller must have checked the owner. */
export async function findMessage(db: Db, conversation_id: string, id: string, levels: ModelLevels): Promise<Message | null> {
  const row = await selectMessages(db, conversation_id).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toMessage(row, levels)
}

/**
 * Yields the messages of the following pages. A slow client may take minutes to read them: if messages were deleted or superseded meanwhile, it throws, so
 * that the response does not end as if it were complete.
 * @throws {AppError} `request.not_found`
 */
export async function* messagesAfter(
  db: Db,
  conversation_id: string,
  first: MessagePage,
  second: MessagePage,
  pages: AsyncGenerator<MessagePage, void>,
): AsyncGenerator<Message[], void> {
  let sentCount = first.messages.length
  let upTo = first.last
  for (let next: IteratorResult<MessagePage, void> = { value: second }; !next.done; next = await pages.next()) {
    yield next.value.messages
    sentCount += next.value.messages.length
    upTo = next.value.last
  }
  if ((await countUpTo(db, conversation_id, upTo)) !== sentCount) throw new AppError('request.not_found')
}

async function countUpTo(db: Db, conversation_id: string, position: number): Promise<number> {
  const { count } = await db
    .selectFrom('message')
    .where('conversation_id', '=', conversation_id)
    .where('superseded_at', 'is', null)
    .where('position', '<=', position)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
