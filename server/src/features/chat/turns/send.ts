import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { quotasSql } from '../../quotas/storage-quotas.ts'
import { titleFrom } from '../../conversations/title.ts'
import { runAgainOnTakenTokens, hasTokensSql, reserveTokensSql, tokenRefusal, tokenRoomSql, type TokenVerdict } from '../../quotas/token-room.ts'
import { replySlotOf, slotRefusal, acquireSlotSql } from '../limits.ts'
import type { ReplySlot } from '../../../replies/usage.ts'
import { isAssistantUsableBy } from '../../../authorization/assistants.ts'
import { isPromptUsableBy } from '../../../authorization/prompts.ts'
import type { PromptTurn } from '../notices.ts'
import { refusalOfConversation, promptFactsSql, type PromptFacts } from '../prompt-facts.ts'

type NewQuestion = { conversation_id: string; content: string; client_message_id?: string | undefined; prompt_id?: string | null | undefined }

/** A saved question: the id of its reply, and the facts and earlier turns that the prompt needs, as read by the same statement. */
type WrittenQuestion = { message_id: string; place: ReplySlot; facts: PromptFacts; previous: PromptTurn[] }

type QuestionRow = PromptFacts & { allowed: boolean; verdict: TokenVerdict | null; message_id: string | null; previous: PromptTurn[] }

/** Maximum number of turns read from the conversation. The context window then decides how many are sent. */
const maxTurnsRead = 400
/** Maximum size of the turns read, in bytes: more than a model reads, small enough for one statement. */
const maxTurnBytesRead = 2 * 1024 * 1024

/**
 * SQL value of the conversation's prompt after a request. `chosen` undefined leaves it unchanged; null, or a prompt that was deleted or that the person
 * may not use, removes it.
 */
export const promptIdSql = (chosen: string | null | undefined, owner_id: string) =>
  chosen === undefined ? sql`prompt_id` : sql`(select id from prompt where id = ${chosen}::uuid and ${isPromptUsableBy(sql`id`, owner_id)})`

/**
 * Saves a question and an empty running reply, counts the message and reads what the prompt needs, in a single statement: all or nothing, and one round
 * trip before the model is called. Unique indexes refuse a second running reply and a question sent twice.
 * @throws {AppError} `request.not_found`, `assistants.closed`, `conversations.reply_running`, `chat.no_question`, and the errors of the limits
 */
export async function writeQuestion(context: Context, owner_id: string, question: NewQuestion): Promise<WrittenQuestion> {
  const { conversation_id, content, client_message_id, prompt_id } = question
  if (content.trim() === '') throw new AppError('chat.no_question')
  const title = titleFrom(content)
  const slot = replySlotOf(context, owner_id)
  // `answered` selects from `asked`, so that the question is inserted first: `position` gives the reading order.
  const runningUse = sql`select mine.assistant_id, mine.assistant_name, answered.id as message_id from mine cross join answered`
  const statement = sql<QuestionRow>`
    with counted as (${acquireSlotSql(context, owner_id, slot)}
    ), quotas as (select ${quotasSql(context.config.quotas)} as applied
    ), ${tokenRoomSql(context, owner_id, sql`exists (select 1 from counted)`)}, mine as (
      update conversation set updated_at = now(), started = true, archived_at = null, seen_at = now(), prompt_id = ${promptIdSql(prompt_id, owner_id)},
        title = case when not started and not title_chosen and ${title}::text is not null then ${title}::text else title end
      where id = ${conversation_id} and owner_id = ${owner_id} and exists (select 1 from room where ${hasTokensSql})
        and exists (select 1 from quotas where applied is not null)
        and (assistant_id is null or ${isAssistantUsableBy(sql`assistant_id`, owner_id)})
      returning *
    ), asked as (
      insert into message (conversation_id, role, content, client_message_id)
      select id, 'user', ${content}, ${client_message_id ?? null}::text from mine
      returning conversation_id
    ), answered as (
      insert into message (conversation_id, role, content, status, writer_id)
      select conversation_id, 'assistant', '', 'en_cours', ${context.instanceId}::uuid from asked
      returning id
    ), ${reserveTokensSql(context, owner_id, slot, runningUse)}, facts as (${promptFactsSql(sql`mine`)}
    ), previous as (${latestTurnsSql(conversation_id)}
    )
    select exists (select 1 from counted) as allowed, (select verdict from room), answered.id as message_id, facts.*,
      ${orderedTurnsSql(sql`previous`)} as previous
    from (select 1) one left join answered on true left join facts on true`
  try {
    const {
      rows: [row],
    } = await runAgainOnTakenTokens(() => statement.execute(context.db))
    if (row === undefined || !row.allowed) throw await slotRefusal(context, owner_id)
    const { message_id, previous, allowed: _, verdict, ...facts } = row
    const refusal = tokenRefusal(context, verdict)
    if (refusal !== null) throw refusal
    if (message_id === null) throw await refusalOfConversation(context.db, conversation_id, owner_id)
    return { message_id, place: slot, facts, previous }
  } catch (error) {
    // After a lost connection the statement may have been committed or not: release the slot in both cases.
    void context.replies.releaseSlot(slot)
    // Two simultaneous requests, possibly on two instances: the unique indexes decide.
    if (isUniqueViolation(error)) throw new AppError('conversations.reply_running', {}, { cause: error })
    throw error
  }
}

/** SQL that selects the latest turns of a conversation, within the two limits above. */
const latestTurnsSql = (conversation_id: string) => sql`
      select role, content, notices, position from (
        select role, content, notices, position, sum(octet_length(content)) over (order by position desc) as weight from message
        where conversation_id = ${conversation_id} and superseded_at is null and role <> 'system' and content <> ''
        order by position desc limit ${maxTurnsRead}
      ) recent where weight <= ${maxTurnBytesRead}`

const orderedTurnsSql = (turns: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('role', role, 'content', content, 'notices', notices) order by position), '[]') from ${turns} read_back)`

/**
 * Returns the turns that precede a question, then the question. The statement that saved it may have waited for the previous reply to be closed without
 * seeing it (its snapshot is older): `previous` then ends with a question, and the turns are read again.
 */
export async function turnsUpTo(db: Db, { conversation_id, content }: NewQuestion, previous: readonly PromptTurn[]): Promise<PromptTurn[]> {
  if (previous.at(-1)?.role !== 'user') return [...previous, { role: 'user', content }]
  const { rows } = await sql<{ turns: PromptTurn[] }>`select ${orderedTurnsSql(sql`(${latestTurnsSql(conversation_id)})`)} as turns`.execute(db)
  return rows[0]?.turns ?? [{ role: 'user', content }]
}
