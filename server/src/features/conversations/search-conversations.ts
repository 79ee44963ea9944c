import type { Conversation, ListedConversation, RouteQuery, routes } from '@parvis/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import { answeringIdSql, answeringNameSql, answeringJoinSql } from './context/changes.ts'
import { termQueries } from './messages/message-words.ts'
import { markMatches, passageOf } from './passage.ts'
import type { ListPage } from '../../platform/paging.ts'
import { listConversations, pageOfConversations } from './queries.ts'
import { searchTerms, type SearchTerm } from './search-terms.ts'

/** Limits on the passages read: number of conversations, and characters per message. */
const maxPassages = 100
const maxCharacters = 20_000
const messagesPerQuery = 25
/** Number of latest messages considered per term when the best passage is chosen. */
const maxMessagesPerTerm = 2_000

type SearchContext = Pick<Context, 'db' | 'messageIndex'>

/**
 * Searches the person's conversations: each term, or a word that begins with it, must be in the title or a current message. Accents, case, and the forms
 * of numbers, dates and references do not matter. Most recently active first; the first 100 with a passage. Empty for punctuation alone.
 */
export async function searchConversations(context: SearchContext, owner_id: string, search: string): Promise<ListedConversation[]> {
  const terms = searchTerms(search)
  const conversations = await listConversations(context.db, owner_id, await findIds(context, owner_id, terms))
  return withMatches(context.db, owner_id, terms, conversations)
}

/**
 * Reads a page of the search, or of all conversations without a search.
 * @throws {AppError} `request.cursor`
 */
export async function pageOfSearch(
  context: SearchContext & Pick<Context, 'secret'>,
  owner_id: string,
  query: RouteQuery<typeof routes.conversations.page>,
): Promise<ListPage<ListedConversation>> {
  const search = query.search?.trim() ?? ''
  if (search === '') return pageOfConversations(context, owner_id, query, null)
  const terms = searchTerms(search)
  const page = await pageOfConversations(context, owner_id, query, await findIds(context, owner_id, terms))
  return { ...page, data: await withMatches(context.db, owner_id, terms, page.data) }
}

async function findIds({ db, messageIndex }: SearchContext, owner_id: string, terms: readonly SearchTerm[]): Promise<string[]> {
  if (terms.length === 0) return []
  await messageIndex.catchUp(owner_id)
  return findConversations(db, owner_id, terms)
}

async function withMatches(db: Db, owner_id: string, terms: readonly SearchTerm[], conversations: readonly Conversation[]): Promise<ListedConversation[]> {
  const conversationIds = conversations.slice(0, maxPassages).map(({ id }) => id)
  const foundMessages = await findMessages(db, owner_id, terms, conversationIds)
  const messages = new Map((await readMessageStarts(db, owner_id, [...foundMessages.values()])).map((message) => [message.id, message]))
  return conversations.map((conversation) => {
    const message = messages.get(foundMessages.get(conversation.id) ?? '')
    const passage =
      message === undefined ? null : { message_id: message.id, role: message.role, author: message.author, parts: passageOf(message.content, terms) }
    return { ...conversation, match: { title: markMatches(conversation.title, terms), passage } }
  })
}

/**
 * Returns the ids of the conversations that contain every term, in the title or in messages. One short statement per term, so that other requests run in
 * between.
 */
async function findConversations(db: Db, owner_id: string, terms: readonly SearchTerm[]): Promise<string[]> {
  let foundIds: string[] | null = null
  for (const term of terms) {
    const { in_messages, in_titles } = termQueries(owner_id, term)
    const { rows } = await sql<{ id: string }>`
      select id from conversations_with(${owner_id}, ${in_messages}::tsquery, ${in_titles}::tsquery) id`.execute(db)
    const matchingIds: Set<string> = new Set(rows.map(({ id }) => id))
    foundIds = foundIds === null ? [...matchingIds] : foundIds.filter((id) => matchingIds.has(id))
    if (foundIds.length === 0) return []
  }
  return foundIds ?? []
}

/** Returns, by conversation, the message with the most terms, the latest on a tie. Conversations that match only by their title are absent. */
async function findMessages(db: Db, owner_id: string, terms: readonly SearchTerm[], among: readonly string[]): Promise<Map<string, string>> {
  const best = new Map<string, { id: string; words: number; position: number }>()
  const counts = new Map<string, number>()
  for (const term of among.length === 0 ? [] : terms) {
    const { in_messages } = termQueries(owner_id, term)
    const { rows } = await sql<{ message_id: string; conversation_id: string; position: number }>`
      select * from messages_with(${owner_id}, ${in_messages}::tsquery, ${among}::uuid[], ${maxMessagesPerTerm})`.execute(db)
    for (const { message_id: id, conversation_id, position } of rows) {
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      const previousBest = best.get(conversation_id)
      if (previousBest === undefined || count > previousBest.words || (count === previousBest.words && position > previousBest.position))
        best.set(conversation_id, { id, words: count, position })
    }
  }
  return new Map([...best].map(([conversation_id, { id }]) => [conversation_id, id]))
}

async function readMessageStarts(db: Db, owner_id: string, ids: readonly string[]) {
  const messages: { id: string; role: 'system' | 'user' | 'assistant'; author: string | null; content: string }[] = []
  for (let index = 0; index < ids.length; index += messagesPerQuery) {
    const { rows } = await sql<(typeof messages)[number]>`
      select m.id, m.role, case m.role when 'assistant' then coalesce(a.name, ${answeringNameSql}) end as author, left(m.content, ${maxCharacters}) as content
      from message m join conversation c on c.id = m.conversation_id ${answeringJoinSql}
      left join assistant a on a.id = ${answeringIdSql} and ${isAssistantUsableBy(sql`a.id`, owner_id)}
      where m.id = any(${ids.slice(index, index + messagesPerQuery)}::uuid[]) and m.owner_id = ${owner_id} and m.superseded_at is null`.execute(db)
    messages.push(...rows)
  }
  return messages
}
