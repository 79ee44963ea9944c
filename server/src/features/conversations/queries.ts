import {
  maxUnpagedRows,
  type Conversation,
  type ConversationDocument,
  type ConversationWithMessages,
  type RouteQuery,
  type RecentConversation,
  type routes,
} from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { StreamedAnswer } from '../../platform/streamed-answer.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { readPage, type ListPage } from '../../platform/paging.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import { isProjectUsableBy } from '../../authorization/projects.ts'
import { withChanges } from './context/changes.ts'
import { listMessages, messagesAfter, readMessages } from './messages/messages.ts'

const columns = [
  'conversation.id',
  'conversation.title',
  'conversation.assistant_id',
  'conversation.project_id',
  'conversation.library',
  'conversation.prompt_id',
  'conversation.document_search',
  'conversation.model_id',
  'conversation.confidential',
  'conversation.as_of',
  'conversation.created_at',
  'conversation.updated_at',
] as const

/** SQL value: the documents attached to a conversation, in order, each with the number of questions asked before it. */
const attachedDocumentsSql = sql<ConversationDocument[]>`(
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('min_level', nullif(held.min_level, 1))) || jsonb_build_object('document_id', asked.document_id,
    'filename', asked.filename, 'after',
    (select count(*) from message m where m.conversation_id = asked.conversation_id and m.position <= asked.after_position
      and m.role = 'user' and m.superseded_at is null)) order by asked.position), '[]')
  from conversation_document asked left join document held on held.id = asked.document_id where asked.conversation_id = conversation.id)`

function selectConversations(db: Db, owner_id: string) {
  return db
    .selectFrom('conversation')
    .leftJoin('assistant', (join) =>
      // For an assistant that is no longer open to the person, the name they knew.
      join.onRef('assistant.id', '=', 'conversation.assistant_id').on(isAssistantUsableBy(sql`assistant.id`, owner_id)),
    )
    .leftJoin('assistant_category', 'assistant_category.id', 'assistant.category_id')
    .leftJoin('project', (join) => join.onRef('project.id', '=', 'conversation.project_id').on(isProjectUsableBy(sql`project.id`, owner_id)))
    .where('conversation.owner_id', '=', owner_id)
    .select(columns)
    .select((query) => [
      // The current name of the assistant; for a deleted one, the name it had.
      query.fn.coalesce('assistant.name', 'conversation.assistant_name').as('assistant_name'),
      query.fn.coalesce('assistant_category.name', 'conversation.assistant_category').as('assistant_category'),
      'project.name as project_name',
      query
        .selectFrom('message')
        .whereRef('message.conversation_id', '=', 'conversation.id')
        .where('message.role', '<>', 'system')
        .where('message.superseded_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('message_count'),
      attachedDocumentsSql.as('documents'),
      sql<boolean>`(conversation.pinned_at is not null)`.as('pinned'),
      sql<boolean>`(conversation.archived_at is not null)`.as('archived'),
    ])
}

type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>['executeTakeFirstOrThrow']>>
const toConversation = ({ model_id, confidential, ...row }: ConversationRow): Conversation => ({
  ...row,
  ...(model_id !== null && { model_id }),
  ...(confidential && { confidential }),
  message_count: row.message_count ?? 0,
})

/** SQL condition: the person has written in the conversation or chosen its title. Others were only opened and are listed nowhere. */
export const isBegunSql = sql<boolean>`(conversation.started or conversation.title_chosen)`

/** Lists the person's conversations, most recently active first, up to `maxUnpagedRows`; only those of `ids` when given. */
export async function listConversations(db: Db, owner_id: string, ids?: readonly string[]): Promise<Conversation[]> {
  let query = selectConversations(db, owner_id).where(isBegunSql)
  if (ids !== undefined) query = query.where('conversation.id', '=', sql<string>`any(${ids}::uuid[])`)
  return (await query.orderBy('conversation.updated_at', 'desc').limit(maxUnpagedRows).execute()).map(toConversation)
}

/**
 * Reads a page of the person's conversations, most recently active first.
 * @param matchingIds ids returned by a search; null without one
 * @throws {AppError} `request.cursor`
 */
export async function pageOfConversations(
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  owner_id: string,
  { limit, cursor, search, assistant, project, archived }: RouteQuery<typeof routes.conversations.page>,
  matchingIds: readonly string[] | null,
): Promise<ListPage<Conversation>> {
  const scope = { list: 'conversations', person: owner_id, filters: [search?.trim() ?? '', assistant, project, archived] }
  const condition = sql<boolean>`conversation.owner_id = ${owner_id} and ${isBegunSql}
    ${matchingIds === null ? sql`` : sql`and conversation.id = any(${matchingIds}::uuid[])`}
    ${assistant === undefined ? sql`` : assistant === 'aucun' ? sql`and conversation.assistant_id is null` : sql`and conversation.assistant_id = ${assistant}`}
    ${project === undefined ? sql`` : sql`and conversation.project_id = ${project}`}
    ${archived === undefined ? sql`` : archived === 'oui' ? sql`and conversation.archived_at is not null` : sql`and conversation.archived_at is null`}`
  return readPage<Conversation>(
    { secret, scope, limit, cursor },
    async (after, most) => {
      const rows = await selectConversations(db, owner_id)
        .where(condition)
        .$if(after !== null, (query) => query.where(sql<boolean>`(conversation.updated_at, conversation.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`))
        .select(sql<string>`conversation.updated_at::text`.as('at'))
        .orderBy('conversation.updated_at', 'desc')
        .orderBy('conversation.id', 'desc')
        .limit(most)
        .execute()
      return rows.map((row) => ({ ...toConversation(row), at: row.at }))
    },
    async () =>
      (
        await db
          .selectFrom('conversation')
          .where(condition)
          .select((query) => query.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  )
}

/** Number of recent conversations listed in addition to the pinned ones. */
const maxRecent = 20

/** Lists the person's pinned and recent conversations (see the contract), each with the state of its last reply. */
export async function recentConversations(db: Db, owner_id: string): Promise<RecentConversation[]> {
  const recentIdsSql = sql<string>`any(array(
    (select id from conversation where owner_id = ${owner_id} and pinned_at is not null) union all
    (select id from conversation where owner_id = ${owner_id} and archived_at is null and pinned_at is null and ${isBegunSql}
      order by updated_at desc, id desc limit ${maxRecent})))`
  const rows = await selectConversations(db, owner_id)
    .where('conversation.id', '=', recentIdsSql)
    .select(
      sql<
        RecentConversation['reply']
      >`(select case when bool_or(m.status = 'en_cours') then 'running' when max(m.finished_at) > conversation.seen_at then 'unseen' end
        from message m where m.conversation_id = conversation.id and m.role = 'assistant' and m.superseded_at is null)`.as('reply'),
    )
    .orderBy(sql`conversation.pinned_at desc nulls last`)
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .execute()
  return rows.map(({ reply, ...row }) => ({ ...toConversation(row), reply }))
}

/** Reads a conversation of this person; null when it does not exist or belongs to somebody else. */
export async function findConversation(db: Db, id: string, owner_id: string): Promise<Conversation | null> {
  const row = await selectConversations(db, owner_id).where('conversation.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toConversation(row)
}

type ConversationReading = Pick<Context, 'db' | 'models'>

/** Reads a conversation with its messages, as `readConversation`. A long one is returned in chunks, so that several megabytes are never in memory at once. */
export async function openConversation(
  { db, models }: ConversationReading,
  id: string,
  owner_id: string,
): Promise<ConversationWithMessages | StreamedAnswer<ConversationWithMessages> | null> {
  const conversation = await findConversation(db, id, owner_id)
  if (conversation === null) return null
  const withChangesAdded = await withChanges(db, conversation)
  const pages = readMessages(db, id, models)
  const first = await pages.next()
  if (first.done) return { ...withChangesAdded, messages: [] }
  const openedConversation = { ...withChangesAdded, messages: first.value.messages }
  // Reading the next page is the only way to know whether there is one.
  const second = await pages.next()
  if (second.done) return openedConversation
  return new StreamedAnswer(openedConversation, 'messages', messagesAfter(db, id, first.value, second.value, pages))
}

/** Reads a conversation of this person with its messages; null when it does not exist or belongs to somebody else. */
export async function readConversation({ db, models }: ConversationReading, id: string, owner_id: string): Promise<ConversationWithMessages | null> {
  const conversation = await findConversation(db, id, owner_id)
  return conversation === null ? null : { ...(await withChanges(db, conversation)), messages: await listMessages(db, id, models) }
}
