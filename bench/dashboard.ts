import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../server/src/platform/db/types.ts'
import { countConsumption } from '../server/src/features/dashboard/consumption.ts'
import { readOwnTokenUsage } from '../server/src/features/conversations/own-stats.ts'
import { countAssistants, countDays, countFeedback, countUsers } from '../server/src/features/dashboard/queries.ts'
import { resetPositionSequence } from './scale/fill.ts'
import { onEngines } from './bench-app.ts'
import type { BenchReport } from './report.ts'

const messagesPerConversation = 20
const people = 2_000
const tries = 7

/**
 * Measures the dashboard of an instance of `size` conversations of 20 messages over a year, with 2 000 accounts: time of each of its counts over 90 days,
 * and the scans used to read the messages of a day and the tokens.
 */
export async function benchDashboard(wanted = '100000'): Promise<BenchReport> {
  const size = Number(wanted)
  const rows: Record<string, unknown>[] = []
  await onEngines(['postgres', 'embedded'], async (database, engine) => {
    const began = performance.now()
    await fill(database, size)
    const base = { engine, conversations: size, messages: size * messagesPerConversation, filled_s: Math.round((performance.now() - began) / 1_000) }
    for (const [count, work] of await counts(database)) rows.push({ ...base, count, ...(await time(work)) })
    for (const scan of await plan(database)) rows.push({ ...base, count: scan })
  })
  return { name: 'dashboard', title: 'Tableau de bord sur 90 jours', rows }
}

async function counts({ db }: Database): Promise<[string, () => Promise<unknown>][]> {
  const now = new Date()
  const { id } = await db.selectFrom('app_user').select('id').orderBy('username').limit(1).executeTakeFirstOrThrow()
  return [
    ['personnes actives', () => countUsers(db, now)],
    ['messages et conversations par jour', () => countDays(db, now, 90)],
    ['assistants', () => countAssistants(db, now, 90)],
    ['avis', () => countFeedback(db, now, 90)],
    ['jetons, en tout, par assistant et par compte', () => countConsumption(db, now, 90)],
    ['jetons d’une personne, ce mois-ci', () => readOwnTokenUsage(db, id, now)],
  ]
}

async function time(work: () => Promise<unknown>): Promise<Record<string, string>> {
  const times: number[] = []
  for (let nth = 0; nth < tries; nth += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { median_ms: times[Math.floor(tries / 2)]!.toFixed(0), max_ms: times.at(-1)!.toFixed(0) }
}

async function plan({ db }: Database): Promise<string[]> {
  const scan = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db)
    return rows.map((row) => row['QUERY PLAN'].trim()).find((line) => line.includes('Scan')) ?? ''
  }
  return Promise.all([
    scan(sql`select count(*) filter (where role = 'user') from message
      where created_at >= now() - interval '2 days' and created_at < now() - interval '1 day'`),
    scan(sql`select user_id, sum(prompt_tokens) from usage_entry where day >= current_date - 90 group by 1`),
  ])
}

async function fill(database: Database, size: number): Promise<void> {
  await database.patiently((db) =>
    db.connection().execute(async (session) => {
      // Word indexes are left out: they are another benchmark's subject, and take most of the filling time.
      await sql`drop index conversation_words`.execute(session)
      await sql`alter table message disable trigger user`.execute(session)
      await sql`insert into app_user (username, username_key, email, email_key, password_hash, is_admin)
        select 'p' || n, 'p' || n, 'p' || n || '@exemple.fr', 'p' || n || '@exemple.fr', '-', true from generate_series(1, ${people}::int) n`.execute(session)
      await sql`insert into conversation (owner_id, title, started, assistant_name, created_at, updated_at)
        select u.id, 'Titre', true, 'Assistant ' || n % 40, now() - n * interval '1 year' / ${size}::int, now() - n * interval '1 year' / ${size}::int
        from generate_series(1, ${size}::int) n join (select id, row_number() over () as nth from app_user) u on u.nth = 1 + n % ${people}::int`.execute(
        session,
      )
      await sql`insert into message (conversation_id, owner_id, position, parent_position, role, content, status, finish_reason, feedback, feedback_at, prompt_tokens, completion_tokens, created_at)
        overriding system value
        select c.id, c.owner_id, (c.nth - 1) * ${messagesPerConversation}::int + n, case n when 1 then 0 else (c.nth - 1) * ${messagesPerConversation}::int + n - 1 end,
          case n % 2 when 1 then 'user' else 'assistant' end, 'Bonjour', case when n = 20 and right(c.id::text, 1) = '0' then 'interrompue' else 'complete' end,
          case when n % 2 = 1 then null when n = 20 and right(c.id::text, 1) = '0' then 'cut' else 'stop' end,
          case when n = 2 and right(c.id::text, 1) = '1' then 'positive' end, case when n = 2 and right(c.id::text, 1) = '1' then c.created_at end,
          case when n % 2 = 0 and n < 20 then 600 + n * 40 end, case when n % 2 = 0 and n < 20 then 250 end, c.created_at
        from (select *, row_number() over (order by id) as nth from conversation) c cross join generate_series(1, ${messagesPerConversation}::int) n`.execute(
        session,
      )
      await sql`insert into usage_entry (day, user_id, assistant_name, model, prompt_tokens, completion_tokens, estimated_tokens, replies, uncounted)
        select m.created_at::date, m.owner_id, c.assistant_name, '', coalesce(sum(m.prompt_tokens), 0), coalesce(sum(m.completion_tokens), 0), 0, count(*), 0
        from message m join conversation c on c.id = m.conversation_id where m.role = 'assistant' group by 1, 2, 3`.execute(session)
      await resetPositionSequence(session)
      await sql`vacuum analyze`.execute(session)
    }),
  )
}
