import { sql } from 'kysely'
import { readDemoDocuments } from '../../seed/documents/index.ts'
import type { Database } from '../../server/src/platform/db/types.ts'
import type { Db } from '../../server/src/platform/db/schema/index.ts'

export const messagesPerConversation = 20

/** Size of the data to add. Accounts are named `p1`, `p2`… */
type DataSize = { people: number; conversationsPerPerson: number; password_hash?: string }

/**
 * Adds accounts and their conversations of 20 messages, with texts of the demonstration documents, by set-based SQL. Indexes of words are built
 * afterwards, and the words of each text are computed once instead of once per message. The result is the same as if the messages had been written one by
 * one.
 */
export async function fillConversations(database: Database, { people, conversationsPerPerson, password_hash = '-' }: DataSize): Promise<void> {
  await database.patiently((db) =>
    db.connection().execute(async (session) => {
      await sql`set maintenance_work_mem = '256MB'`.execute(session)
      const texts = sampleTexts()
      await sql`create table bench_piece as
        select nth::int, content, (
          select string_agg(distinct kept, ${wordSeparator}) from unnest(tsvector_to_array(search_words(${noOwner}::uuid, content))) word
          cross join lateral (values (substr(word, ${ownerCharacters + 1})), ('^' || substr(word, ${ownerCharacters + 1}, 1)), ('^' || substr(word, ${ownerCharacters + 1}, 2))) forms (kept)) as words
        from unnest(${texts}::text[]) with ordinality piece (content, nth)`.execute(session)
      await sql`create index on bench_piece (nth)`.execute(session)
      await sql`create index on bench_piece using hash (content)`.execute(session)
      await sql`analyze bench_piece`.execute(session)
      const indexes = await dropWordIndexes(session)
      await sql`alter table message disable trigger user`.execute(session)
      await sql`insert into app_user (username, username_key, email, email_key, password_hash, is_admin)
        select 'p' || n, 'p' || n, 'p' || n || '@exemple.fr', 'p' || n || '@exemple.fr', ${password_hash}, true
        from generate_series(1, ${people}::int) n`.execute(session)
      for (let from = 0; from < people; from += peopleAtOnce) {
        await sql`create temp table fresh as
          select gen_random_uuid() as id, u.id as owner_id, p * 7919 + n as seed, now() - ((p * 7919 + n) % 31536000) * interval '1 second' as at
          from generate_series(${from + 1}::int, ${Math.min(from + peopleAtOnce, people)}::int) p
          join app_user u on u.username_key = 'p' || p cross join generate_series(1, ${conversationsPerPerson}::int) n`.execute(session)
        await sql`insert into conversation (id, owner_id, title, started, assistant_name, created_at, updated_at)
          select f.id, owner_id, left(piece.content, 60), true, 'Assistant ' || seed % 40, at, at
          from fresh f join bench_piece piece on piece.nth = 1 + f.seed % ${texts.length}::int`.execute(session)
        // Each message follows the previous one; a trigger otherwise sets this, one message at a time.
        await sql`insert into message (conversation_id, owner_id, position, parent_position, role, content, finish_reason, created_at) overriding system value
          select id, owner_id, position, case when m = 1 then 0 else position - 1 end, case when m % 2 = 1 then 'user' else 'assistant' end, content,
            case when m % 2 = 0 then 'stop' end, at
          from (
            select f.id, f.owner_id, f.at, m, piece.content, row_number() over (order by f.id, m) + (select coalesce(max(position), 0) from message) as position
            from fresh f cross join generate_series(1, ${messagesPerConversation}::int) m
            join bench_piece piece on piece.nth = 1 + (f.seed::bigint * 104729 + m * 7919) % ${texts.length}::int) placed
          order by position`.execute(session)
        await sql`drop table fresh`.execute(session)
      }
      await sql`alter table message enable trigger user`.execute(session)
      await resetPositionSequence(session)
      await writeWords(session)
      for (const make of indexes) await sql.raw(make).execute(session)
      await sql`drop table bench_piece`.execute(session)
      await sql`vacuum analyze`.execute(session)
    }),
  )
}

/** Moves the sequence of message positions after the explicitly written ones. */
export const resetPositionSequence = (session: Db): Promise<unknown> =>
  sql`select setval(pg_get_serial_sequence('message', 'position'), (select coalesce(max(position), 1) from message))`.execute(session)

const noOwner = '00000000-0000-0000-0000-000000000000'
const peopleAtOnce = 50
const ownerCharacters = 8
const wordsApart = 160
/** Separator that no word contains. */
const wordSeparator = '\u001f'

/**
 * Drops the indexes of words, because building them at once is cheaper.
 * @returns the statements that create them again
 */
export async function dropWordIndexes(session: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; make: string }>`
    select indexname as name, indexdef as make from pg_indexes where indexname in ('message_word_words', 'conversation_words')`.execute(session)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(session)
  return rows.map(({ make }) => make)
}

/** Writes the words of each message from those of its text, in the format of the server (features/conversations/messages/message-words.ts). */
async function writeWords(session: Db): Promise<void> {
  const owner = sql`left(m.owner_id::text, ${ownerCharacters})`
  // A list built from one text: a subquery per message would take most of the filling time.
  await sql`insert into message_word (message_id, part, owner_id, conversation_id, position, words)
    select m.id, 0, m.owner_id, m.conversation_id, m.position,
      array_to_tsvector(string_to_array(${owner} || replace(piece.words, ${wordSeparator}, ${wordSeparator} || ${owner}), ${wordSeparator}))
    from message m join bench_piece piece on piece.content = m.content`.execute(session)
}

/** Returns texts of `minWords` to `maxWords` words, the last not included, from the demonstration documents. */
export function sampleTexts(minWords = 40, maxWords = 200): string[] {
  const words = readDemoDocuments().flatMap(({ text }) => text.split(/\s+/))
  return Array.from({ length: Math.floor(words.length / wordsApart) }, (_, index) =>
    words.slice(index * wordsApart, index * wordsApart + minWords + ((index * 37) % (maxWords - minWords))).join(' '),
  )
}
