import { sql } from 'kysely'
import { silentLog } from '../server/src/platform/log.ts'
import type { Database } from '../server/src/platform/db/types.ts'
import { createMessageIndex } from '../server/src/features/conversations/messages/message-index.ts'
import { searchConversations } from '../server/src/features/conversations/search-conversations.ts'
import { onEngines } from './bench-app.ts'
import type { BenchReport } from './report.ts'
import { fillConversations } from './scale/fill.ts'

const conversationsPerPerson = 500
/** Queries from the rarest word to one that is everywhere, then two words, the last one incomplete. */
const questions = ['abrogation', 'cimetiere', 'délibération', 'commune', 'les', 'conseil munic', 'introuvable']
const attempts = 20

/**
 * Measures the search of « Mon espace » on an instance of `size` conversations of 20 messages (texts of the demonstration documents), 500 conversations
 * per person: time of the whole answer, passages included, for one person. On both engines, or on `only` one.
 */
export async function benchConversationSearch(conversations = '2000', only?: string): Promise<BenchReport> {
  const size = Number(conversations)
  const rows: Record<string, unknown>[] = []
  await onEngines(only === undefined ? ['embedded', 'postgres'] : [only], async (database, engine) => {
    const began = performance.now()
    await fillConversations(database, { people: Math.ceil(size / conversationsPerPerson), conversationsPerPerson })
    const filled_s = Math.round((performance.now() - began) / 1_000)
    const { id: owner_id } = await database.db.selectFrom('app_user').where('username', '=', 'p1').select('id').executeTakeFirstOrThrow()
    const [index] = (await sql<{ mb: number }>`select (pg_relation_size('message_word_words') / 1000000)::int as mb`.execute(database.db)).rows
    for (const question of questions)
      rows.push({ engine, conversations: size, filled_s, index_mb: index!.mb, ...(await timeSearch(database, owner_id, question)) })
  })
  return {
    name: 'search',
    title: 'Recherche dans « Mon espace »',
    rows,
    note: 'Une personne de 500 conversations et 10 000 messages parmi celles de l’instance.',
  }
}

async function timeSearch(database: Database, owner_id: string, question: string): Promise<Record<string, unknown>> {
  const messageIndex = createMessageIndex({ db: database.db, log: silentLog, inBackgroundFor: database.inBackgroundFor })
  const times: number[] = []
  let found = 0
  for (let nth = 0; nth < attempts; nth += 1) {
    const began = performance.now()
    found = (await searchConversations({ db: database.db, messageIndex }, owner_id, question)).length
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { question, found, p50_ms: times[attempts / 2]!.toFixed(1), max_ms: times.at(-1)!.toFixed(1) }
}
