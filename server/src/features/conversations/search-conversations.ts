import type { ListedConversation } from '@parvis/contract'
import { sql } from 'kysely'
import { markWords, passageOf } from './passage.ts'
import { listConversations } from './queries.ts'
import type { Db } from './queries.ts'
import { searchWords } from './search-words.ts'

/** Conversations for which a passage is read, and how far into a message: what a screen shows, and a bound on the work. */
const passagesRead = 100
const charactersRead = 20_000

/**
 * This person's conversations in whose title and visible messages each word stands, or a word that begins like it, whatever
 * the accents and capitals; the last active first, the first ones with the passage found. Nothing for punctuation alone.
 */
export async function searchConversations(db: Db, owner_id: string, search: string): Promise<ListedConversation[]> {
  const words = searchWords(search)
  if (words.length === 0) return []
  const found = await findWords(db, owner_id, words)
  const conversations = await listConversations(db, owner_id, [...found.keys()])
  const best = conversations.slice(0, passagesRead).flatMap(({ id }) => found.get(id) ?? [])
  const messages = new Map((await readBeginnings(db, owner_id, best)).map((message) => [message.id, message]))
  return conversations.map((conversation) => {
    const message = messages.get(found.get(conversation.id) ?? '')
    const passage = message === undefined ? null : { message_id: message.id, role: message.role, parts: passageOf(message.content, words) }
    return { ...conversation, match: { title: markWords(conversation.title, words), passage } }
  })
}

/** The conversations found, each with its message that holds the most of the words, the last of those; null: only the title does. */
async function findWords(db: Db, owner_id: string, words: readonly string[]): Promise<Map<string, string | null>> {
  // One branch per word and place, each a reading of one index: joined in one condition, the base would scan instead.
  const branches = words.flatMap((word, nth) => {
    // The words begin with the owner, who is compared again below: were it here, the base would fold all her titles rather
    // than read the index of words.
    // Words hold no quote nor backslash (search-words.ts), and this is a parameter.
    const wanted = sql`${`'${owner_id.slice(0, 8)}${word}':*`}::tsquery`
    return [
      sql`select owner_id, id as conversation_id, ${nth}::int as nth, null::uuid as message_id, null::bigint as position
        from conversation where search_words(owner_id, title) @@ ${wanted}`,
      sql`select owner_id, conversation_id, ${nth}::int, id, position from message where search_words(owner_id, content) @@ ${wanted}
        and role <> 'system' and superseded_at is null and status <> 'en_cours'`,
    ]
  })
  const { rows } = await sql<{ conversation_id: string; message_id: string | null }>`
    with begun as materialized (${sql.join(branches, sql` union all `)}),
      found as (select * from begun where owner_id = ${owner_id}),
      whole as (select conversation_id from found group by conversation_id having count(distinct nth) = ${words.length}),
      message_found as (
        select conversation_id, message_id, position, count(*) as words from found
        where message_id is not null group by conversation_id, message_id, position
      )
    select distinct on (whole.conversation_id) whole.conversation_id, message_id
    from whole left join message_found on message_found.conversation_id = whole.conversation_id
    order by whole.conversation_id, words desc, position desc`.execute(db)
  return new Map(rows.map(({ conversation_id, message_id }) => [conversation_id, message_id]))
}

async function readBeginnings(db: Db, owner_id: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('message')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('owner_id', '=', owner_id)
    .select(['id', 'role', sql<string>`left(content, ${charactersRead})`.as('content')])
    .execute()
}
