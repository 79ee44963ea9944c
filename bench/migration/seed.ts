import { sql } from 'kysely'
import type { Database } from '../../server/src/platform/db/types.ts'
import type { Db } from '../../server/src/platform/db/schema/index.ts'
import { sampleTexts, resetPositionSequence, dropWordIndexes } from '../scale/fill.ts'

export const messagesPerConversation = 10
/** Size of an instance. Accounts are named `p1`, `p2`…, besides the administrator `admin`. */
export type InstanceSize = { conversations: number; accounts: number; assistants: number; prompts: number; categories: number }

const conversationsAtOnce = 10_000
/** Number of different texts of messages and their word counts: enough words for searches, few enough to fill quickly. */
const texts = { count: 200, words: [10, 16] as const }
/** Number of repetitions of the text of an answer: as long as a model's answer, without more different words. */
const answerRepetitions = 6

/**
 * Fills a database from before organisations with a year of conversations of ten messages, by set-based SQL. Two answers in three have token counts from
 * the server, the last answer of one conversation in ten was rewritten, and one conversation in five is in a project.
 */
export async function fillFormerInstance(database: Database, size: InstanceSize, password_hash: string): Promise<void> {
  await database.patiently((db) =>
    db.connection().execute(async (session) => {
      await sql`set maintenance_work_mem = '256MB'`.execute(session)
      const indexes = await dropWordIndexes(session)
      await sql`alter table message disable trigger user`.execute(session)
      await fillCatalogue(session, size, password_hash)
      await nameConversations(session, size)
      for (let from = 0; from < size.conversations; from += conversationsAtOnce) await fillConversations(session, from, from + conversationsAtOnce)
      await sql`update holding h set message_bytes = held.bytes
        from (select owner_id, sum(message_weight(content)) as bytes from message group by 1) held where held.owner_id = h.owner_id`.execute(session)
      await sql`alter table message enable trigger user`.execute(session)
      await resetPositionSequence(session)
      for (const make of indexes) await sql.raw(make).execute(session)
      await sql`drop table bench_conversation, bench_person, bench_words, bench_piece`.execute(session)
      await sql`vacuum analyze`.execute(session)
    }),
  )
}

async function fillCatalogue(session: Db, size: InstanceSize, password_hash: string): Promise<void> {
  await sql`insert into app_user (username, username_key, email, email_key, password_hash, is_admin)
    select name, name, name || '@exemple.fr', name || '@exemple.fr', ${password_hash}, name = 'admin'
    from (select 'admin' as name union all select 'p' || n from generate_series(1, ${size.accounts}::int) n) one`.execute(session)
  await sql`insert into project (owner_id, name, content) select id, 'Projet', 'Le projet de la commune.' from app_user`.execute(session)
  await sql`insert into prompt (name, content) select 'Prompt ' || n, 'Tu résumes.' from generate_series(1, ${size.prompts}::int) n`.execute(session)
  await sql`insert into document_category (name, name_key, display_name, is_known)
    select 'Rubrique ' || n, 'rubrique ' || n, 'Rubrique ' || n, true from generate_series(1, ${size.categories}::int) n`.execute(session)
  await sql`insert into assistant_category (name, icon) values ('Rubrique', 'FileText')`.execute(session)
  await sql`insert into assistant (name, description, prompt_content, category_id)
    select 'Assistant ' || n, 'Aide', 'Tu aides.', (select id from assistant_category limit 1) from generate_series(1, ${size.assistants}::int) n`.execute(
    session,
  )
}

async function nameConversations(session: Db, size: InstanceSize): Promise<void> {
  await sql`create table bench_piece as select nth::int - 1 as nth, content from unnest(${sampleTexts(...texts.words).slice(0, texts.count)}::text[]) with ordinality piece (content, nth)`.execute(
    session,
  )
  await sql`create table bench_person as
    select u.id, p.id as project_id, row_number() over (order by u.username) - 1 as nth
    from app_user u join project p on p.owner_id = u.id where not u.is_admin`.execute(session)
  // In the format of the server (features/conversations/messages/message-words.ts), once per person and text.
  await sql`create table bench_words as
    select u.id as owner_id, piece.nth as piece, array_to_tsvector(array(select distinct left(u.id::text, 8) || kept
      from unnest(tsvector_to_array(search_words(${noOwner}::uuid, piece.content))) word
      cross join lateral (values (substr(word, 9)), ('^' || substr(word, 9, 1)), ('^' || substr(word, 9, 2))) forms (kept))) as words
    from bench_person u cross join bench_piece piece`.execute(session)
  await sql`create table bench_conversation as
    select n as nth, gen_random_uuid() as id, u.id as owner_id, u.project_id, a.id as assistant_id, a.name as assistant_name,
      now() - (${size.conversations}::int - n + 1) * interval '365 days' / ${size.conversations}::int as at
    from generate_series(1, ${size.conversations}::int) n
    join bench_person u on u.nth = n % ${size.accounts}::int
    join (select id, name, row_number() over (order by name) - 1 as nth from assistant) a on a.nth = (n / 7) % ${size.assistants}::int`.execute(session)
  await sql`create index on bench_conversation (nth)`.execute(session)
  await sql`analyze bench_piece, bench_person, bench_words, bench_conversation`.execute(session)
}

/** Adds the conversations of an interval of their order, which is chronological. */
async function fillConversations(session: Db, from: number, to: number): Promise<void> {
  const these = sql`c.nth > ${from}::int and c.nth <= ${to}::int`
  await sql`insert into conversation (id, owner_id, title, started, assistant_id, assistant_name, project_id, created_at, updated_at)
    select c.id, owner_id, piece.content, true, assistant_id, assistant_name, case when c.nth % 5 = 0 then project_id end, at, at
    from bench_conversation c join bench_piece piece on piece.nth = c.nth % ${texts.count}::int where ${these}`.execute(session)
  // In one conversation of ten, the eighth message, an answer, is superseded by the ninth; the tenth is a question without answer.
  await sql`insert into message (conversation_id, owner_id, position, role, content, status, finish_reason, model, prompt_tokens, completion_tokens,
      superseded_at, created_at) overriding system value
    select c.id, c.owner_id, c.position, case when c.is_answer then 'assistant' else 'user' end,
      case when c.is_answer then repeat(piece.content || ' ', ${answerRepetitions}::int) else piece.content end,
      case when c.is_answer and c.position % 400 = 0 then 'interrompue' else 'complete' end,
      case when not c.is_answer then null when c.position % 400 = 0 then 'stopped' else 'stop' end,
      case when c.is_answer then 'modele' end, case when c.is_answer and c.nth % 3 > 0 then 600 + c.n * 40 end,
      case when c.is_answer and c.nth % 3 > 0 then 250 end,
      case when c.is_redone and c.n = 8 then c.at + interval '9 minutes' end, c.at + c.n * interval '1 minute'
    from (
      select c.*, n, (c.nth - 1) * ${messagesPerConversation}::bigint + n as position, c.nth % 10 = 0 as is_redone,
        (n % 2 = 0) <> (c.nth % 10 = 0 and n >= 9) as is_answer
      from bench_conversation c cross join generate_series(1, ${messagesPerConversation}::int) n where ${these}) c
    join bench_piece piece on piece.nth = ${textNumber(sql`c.position`)} order by c.position`.execute(session)
  await sql`insert into message_word (message_id, part, owner_id, conversation_id, position, words)
    select m.id, 0, m.owner_id, m.conversation_id, m.position, w.words
    from bench_conversation c join message m on m.conversation_id = c.id
    join bench_words w on w.owner_id = m.owner_id and w.piece = ${textNumber(sql`m.position`)} where ${these} and m.superseded_at is null`.execute(session)
}

const noOwner = '00000000-0000-0000-0000-000000000000'
const textNumber = (position: ReturnType<typeof sql>) => sql`(${position} * 7919 % ${texts.count}::int)::int`
