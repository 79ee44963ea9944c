import { sql } from 'kysely'
import { readDemoDocuments } from '../seed/documents/index.ts'
import { openDatabase } from '../server/src/db/database.ts'
import type { Database } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { migrations } from '../server/src/db/migrations/index.ts'
import { searchConversations } from '../server/src/features/conversations/search-conversations.ts'
import { postgresPrograms, startPostgresServer } from '../server/src/testing/postgres-server.ts'
import { quietLog } from '../server/src/testing/quiet-log.ts'
import type { BenchReport } from './report.ts'

const messagesPerConversation = 20
const conversationsPerPerson = 500
/** From the rarest to the word that is everywhere, then two words, one of them begun. */
const questions = ['abrogation', 'cimetiere', 'délibération', 'commune', 'les', 'conseil munic', 'introuvable']
const tries = 20

/**
 * Search in « Mon espace », over an instance of `size` conversations of 20 messages (pieces of the public documents of the
 * demonstration), 500 conversations a person: time of the whole answer, passages included, for one person. On both engines, or
 * on `only` one.
 */
export async function benchConversationSearch(wanted = '2000', only?: string): Promise<BenchReport> {
  const size = Number(wanted)
  const rows: Record<string, unknown>[] = []
  for (const engine of only === undefined ? ['embedded', 'postgres'] : [only]) {
    if (engine === 'postgres' && postgresPrograms() === undefined) continue
    const server = engine === 'postgres' ? await startPostgresServer() : null
    const database = await openDatabase(server === null ? { kind: 'memory' } : { kind: 'postgres', url: server.url }, quietLog)
    try {
      await migrate(database, migrations, quietLog)
      const began = performance.now()
      const owner_id = await fill(database, size)
      const filled_s = Math.round((performance.now() - began) / 1_000)
      const [index] = (await sql<{ mb: number }>`select (pg_relation_size('message_words') / 1000000)::int as mb`.execute(database.db)).rows
      for (const question of questions) rows.push({ engine, conversations: size, filled_s, index_mb: index!.mb, ...(await ask(database, owner_id, question)) })
    } finally {
      await database.close()
      await server?.remove()
    }
  }
  return {
    name: 'search',
    title: 'Recherche dans « Mon espace »',
    rows,
    note: 'Une personne de 500 conversations et 10 000 messages parmi celles de l’instance.',
  }
}

async function ask(database: Database, owner_id: string, question: string): Promise<Record<string, unknown>> {
  const times: number[] = []
  let found = 0
  for (let nth = 0; nth < tries; nth += 1) {
    const began = performance.now()
    found = (await searchConversations(database.db, owner_id, question)).length
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { question, found, p50_ms: times[tries / 2]!.toFixed(1), max_ms: times.at(-1)!.toFixed(1) }
}

/** @returns the person who searches */
async function fill(database: Database, size: number): Promise<string> {
  const people = Math.ceil(size / conversationsPerPerson)
  const texts = pieces()
  return database.patiently((db) =>
    db.connection().execute(async (session) => {
      await sql`create temp table piece as select content, nth::int from unnest(${texts}::text[]) with ordinality piece (content, nth)`.execute(session)
      await sql`create index on piece (nth)`.execute(session)
      await sql`insert into app_user (username, username_key, email, email_key, password_hash, is_admin)
        select 'p' || n, 'p' || n, 'p' || n || '@exemple.fr', 'p' || n || '@exemple.fr', '-', true from generate_series(1, ${people}::int) n`.execute(session)
      for (let person = 1; person <= people; person += 1) {
        await sql`with mine as (
            insert into conversation (owner_id, title, started)
            select (select id from app_user where username = 'p' || ${person}::int), left(piece.content, 60), true
            from generate_series(1, ${Math.min(conversationsPerPerson, size)}::int) n join piece on piece.nth = 1 + (n * 7919 + ${person}::int * 31) % ${texts.length}::int
            returning id)
          select count(*) from mine`.execute(session)
        await sql`insert into message (conversation_id, role, content)
          select c.id, case when m % 2 = 1 then 'user' else 'assistant' end, piece.content
          from (select id, row_number() over () as nth from conversation where owner_id = (select id from app_user where username = 'p' || ${person}::int)) c
          cross join generate_series(1, ${messagesPerConversation}::int) m
          join piece on piece.nth = 1 + ((c.nth * 20 + m) * 104729 + ${person}::int * 15485863::bigint) % ${texts.length}::int`.execute(session)
      }
      await sql`vacuum analyze`.execute(session)
      const { rows } = await sql<{ id: string }>`select id from app_user order by username limit 1`.execute(session)
      return rows[0]!.id
    }),
  )
}

/** Stretches of 40 to 200 words of the demonstration's documents. */
function pieces(): string[] {
  const words = readDemoDocuments().flatMap(({ text }) => text.split(/\s+/))
  return Array.from({ length: Math.floor(words.length / 40) }, (_, at) => words.slice(at * 40, at * 40 + 40 + ((at * 37) % 160)).join(' '))
}
