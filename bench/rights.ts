import { percentile } from '@parvis/french-search/bench'
import { sql } from 'kysely'
import { demoQuestions } from '../seed/documents/questions.ts'
import { countByCategory } from '../server/src/features/documents/categories.ts'
import { pageOfLibrary } from '../server/src/features/documents/library-page.ts'
import { scopeQuery } from '../server/src/features/documents/queries.ts'
import { listAssistants } from '../server/src/features/assistants/queries.ts'
import { whatPersonSees } from '../server/src/features/grants/what-a-person-sees.ts'
import { libraryCategories } from '../server/src/features/library/categories/categories.ts'
import { listProjects } from '../server/src/features/projects/queries.ts'
import type { Database } from '../server/src/platform/db/types.ts'
import { createRetrieval } from '../server/src/retrieval/retrieval.ts'
import { fillPassages } from './fill-passages.ts'
import { onEngines } from './bench-app.ts'
import type { BenchReport } from './report.ts'

const size = { accounts: 5_000, teams: 200, categories: 1_000, assistants: 1_000, documents: 20_000, passages: 50_000 }
const rounds = 60

/**
 * Measures the cost of rights in an organisation of 5,000 accounts in 200 teams, where each resource is open to three teams: the same search with and
 * without rights, alternately, and the filtered lists.
 */
export async function benchRights(): Promise<BenchReport> {
  const rows: Record<string, unknown>[] = []
  await onEngines(['postgres', 'embedded'], async (database, engine) => {
    const category_id = await fillPassages(database, 0, size.passages)
    await fillOrganisation(database)
    const reader = await someMember(database, category_id)
    for (const [what, times] of await measured(database, category_id, reader)) rows.push({ engine, what, ...figures(times) })
  })
  const failures = rows
    .filter(({ p95_ms, what }) => typeof p95_ms === 'number' && p95_ms > 100 && what !== 'search, open to all')
    .map(({ what }) => `${what}: more than 100 ms`)
  return { name: 'rights', title: 'Ce que coûtent les droits', rows, failures }
}

const figures = (times: readonly number[]) => ({ p50_ms: round(percentile(times, 0.5)), p95_ms: round(percentile(times, 0.95)) })
const round = (ms: number) => Math.round(ms * 10) / 10

async function measured({ db }: Database, category_id: string, reader_id: string): Promise<[string, number[]][]> {
  const retrieval = createRetrieval()
  const reader = { id: reader_id, is_admin: false }
  const search = (scope: ReturnType<typeof scopeQuery>) => (question: string) => retrieval.search(db, { question, scope, limit: 30 })
  const limited = search(scopeQuery({ category_id, reader_id }))
  const open = search(sql`select id from document where owner_id is null and category_id = ${category_id}::uuid`)
  const works: [string, (question: string) => Promise<unknown>][] = [
    ['search, open to all', open],
    ['search, limited by rights', limited],
    ['library, its categories', () => libraryCategories(db, reader_id)],
    ['document base, its categories', () => countByCategory(db, reader_id)],
    ['document base, first page', () => pageOfLibrary({ db, secret: new Uint8Array(32) }, reader, { limit: 50, sort: 'recent' })],
    ['catalogue', () => listAssistants(db, reader, {})],
    ['projects', () => listProjects(db, reader_id)],
    ['what a person sees', () => whatPersonSees(db, reader_id)],
  ]
  const times = works.map(([what]): [string, number[]] => [what, []])
  try {
    // The first search loads the index.
    await open(demoQuestions[0]!.question)
    for (let at = 0; at < rounds; at++) {
      for (const [index, [, work]] of works.entries()) {
        const began = performance.now()
        await work(demoQuestions[at % demoQuestions.length]!.question)
        times[index]![1].push(performance.now() - began)
      }
    }
  } finally {
    await retrieval.close()
  }
  return times
}

async function someMember({ db }: Database, category_id: string): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from access_grant g join team_member m on m.team_id = g.team_id where g.document_category_id = ${category_id} order by 1 limit 1`.execute(
    db,
  )
  return rows[0]!.user_id
}

async function fillOrganisation(database: Database): Promise<void> {
  await database.patiently((db) =>
    db.connection().execute(async (session) => {
      const said = (statement: ReturnType<typeof sql>) => statement.execute(session)
      await said(sql`insert into app_user (username, username_key, email, email_key, password_hash)
        select 'p' || n, 'p' || n, 'p' || n || '@exemple.fr', 'p' || n || '@exemple.fr', '-' from generate_series(1, ${size.accounts}::int) n`)
      await said(sql`insert into team (name) select 'Service ' || n from generate_series(1, ${size.teams}::int) n`)
      await said(sql`create temp table nth_team as select id, row_number() over (order by name) - 1 as nth from team`)
      await said(sql`insert into team_member (team_id, user_id, role) select t.id, u.id, 'member'
        from (select id, row_number() over (order by username) as nth from app_user) u cross join generate_series(0, 1) k
        join nth_team t on t.nth = (u.nth * 7 + k * 31) % ${size.teams}::int`)
      await said(sql`insert into document_category (name, name_key, display_name, is_known)
        select 'Rubrique ' || n, 'rubrique ' || n, 'Rubrique ' || n, true from generate_series(1, ${size.categories}::int) n`)
      await said(sql`insert into document (category_id, original_filename, blob_id, size, format, state)
        select c.id, 'note-' || n || '.md', 'n' || n, 1, 'md', 'indexe' from generate_series(1, ${size.documents}::int) n
        join (select id, row_number() over (order by name) - 1 as nth from document_category) c on c.nth = n % ${size.categories}::int`)
      await said(sql`insert into assistant_category (name, icon) values ('Rubrique', 'FileText')`)
      await said(sql`insert into assistant (name, description, prompt_content, category_id)
        select 'Assistant ' || n, 'Aide', 'Tu aides.', (select id from assistant_category limit 1) from generate_series(1, ${size.assistants}::int) n`)
      await said(sql`insert into project (owner_id, name) select id, 'Projet' from app_user`)
      await said(sql`delete from access_grant`)
      for (const [column, table] of [
        ['document_category_id', 'document_category'],
        ['assistant_id', 'assistant'],
      ] as const)
        await said(sql`insert into access_grant (${sql.ref(column)}, team_id, level) select c.id, t.id, 'use'
          from (select id, row_number() over (order by id) as nth from ${sql.table(table)}) c cross join generate_series(0, 2) k
          join nth_team t on t.nth = (c.nth + k * 13) % ${size.teams}::int`)
      await said(sql`insert into access_grant (project_id, team_id, level) select p.id, t.id, 'use'
        from (select id, row_number() over (order by id) as nth from project) p join nth_team t on t.nth = p.nth % ${size.teams}::int`)
      await said(sql`vacuum analyze`)
    }),
  )
}
