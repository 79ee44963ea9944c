import { routes, type Dashboard, type Day } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { countConsumption } from './consumption.ts'
import { sql } from 'kysely'
import { isInForce } from '../../authorization/documents.ts'
import { dayInParis } from '../../platform/paris.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { answeringIdSql, answeringNameSql, countedAssistantsSql, answeringJoinSql } from '../conversations/context/changes.ts'

export const dashboardHandlers: RouteHandler[] = [
  handle(routes.dashboards.read, async ({ context, query }) => {
    const { db, now } = context
    const days = Number(query.days)
    const at = now()
    const [users, perDay, assistants, feedback, consumption, documents] = await Promise.all([
      countUsers(db, at),
      countDays(db, at, days),
      countAssistants(db, at, days),
      countFeedback(db, at, days),
      countConsumption(context, at, days),
      countDocuments(db, dayInParis(at)),
    ])
    return { users, days: perDay, assistants, feedback, consumption, documents }
  }),
]

const maxAssistants = 10

const maxFeedback = 20

/** SQL expression: midnight in Paris, this many days ago. A day lasts 23 or 25 hours when the clock changes. */
export const midnight = (now: Date, daysAgo: number) =>
  sql`(((${now}::timestamptz at time zone 'Europe/Paris')::date - ${daysAgo}::integer)::timestamp at time zone 'Europe/Paris')`

/** Counts active accounts, and those that signed in or exchanged messages in the last 7 and 30 days. One index look-up per account. */
async function countUsers(db: Db, now: Date): Promise<Dashboard['users']> {
  const { rows } = await sql<Dashboard['users']>`
    select count(*)::integer as total,
      (count(*) filter (where seen_at >= ${now}::timestamptz - interval '7 days'))::integer as active_7,
      (count(*) filter (where seen_at >= ${now}::timestamptz - interval '30 days'))::integer as active_30
    from (
      select greatest(u.last_login, (select max(c.updated_at) from conversation c where c.owner_id = u.id)) as seen_at
      from app_user u where u.is_active
    ) seen`.execute(db)
  return rows[0]!
}

/** Counts conversations, questions, replies and failures of each day, from indexes that contain only dates and statuses. */
export async function countDays(db: Db, now: Date, days: number): Promise<Dashboard['days']> {
  const { rows } = await sql<Dashboard['days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, c.conversations, m.questions, m.replies, u.failed, u.cut, u.stopped
    from (
      select day::date as day, day at time zone 'Europe/Paris' as starts, (day + interval '1 day') at time zone 'Europe/Paris' as ends
      from generate_series(
        (${now}::timestamptz at time zone 'Europe/Paris')::date - ${days - 1}::integer,
        (${now}::timestamptz at time zone 'Europe/Paris')::date::timestamp, interval '1 day') as day
    ) as calendar
    cross join lateral (
      select count(*)::integer as conversations from conversation where started and created_at >= starts and created_at < ends
    ) c
    cross join lateral (
      select (count(*) filter (where role = 'user'))::integer as questions, (count(*) filter (where role = 'assistant'))::integer as replies
      from message where created_at >= starts and created_at < ends
    ) m
    cross join lateral (
      select (count(*) filter (where status = 'erreur'))::integer as failed,
        (count(*) filter (where status = 'interrompue' and finish_reason is distinct from 'stopped'))::integer as cut,
        (count(*) filter (where finish_reason = 'stopped'))::integer as stopped
      from message where status in ('interrompue', 'erreur') and created_at >= starts and created_at < ends
    ) u
    order by day`.execute(db)
  return rows
}

/** Counts the conversations started in the period, by current assistant, and returns the ten assistants with most. A deleted assistant keeps its name. */
async function countAssistants(db: Db, now: Date, days: number): Promise<Dashboard['assistants']> {
  const { rows } = await sql<Dashboard['assistants'][number]>`
    select g.assistant_id, coalesce(a.name, g.assistant_name) as name, sum(g.conversations)::integer as conversations
    from (
      select assistant_id, assistant_name, count(*) as conversations from conversation
      where started and created_at >= ${midnight(now, days - 1)} and assistant_name is not null
      group by assistant_id, assistant_name
    ) g left join ${countedAssistantsSql} on a.id = g.assistant_id
    group by 1, 2 order by 3 desc, 2 limit ${sql.lit(maxAssistants)}`.execute(db)
  return rows
}

/** Counts the feedback given in the period, by answering assistant, most feedback first. */
export async function countFeedback(db: Db, now: Date, days: number): Promise<Dashboard['feedback']> {
  const { rows } = await sql<Dashboard['feedback'][number]>`
    select ${answeringIdSql} as assistant_id, coalesce(a.name, ${answeringNameSql}) as name,
      (count(*) filter (where m.feedback = 'positive'))::integer as positive, (count(*) filter (where m.feedback = 'negative'))::integer as negative
    from message m join conversation c on c.id = m.conversation_id ${answeringJoinSql} left join ${countedAssistantsSql} on a.id = ${answeringIdSql}
    where m.feedback is not null and m.feedback_at >= ${midnight(now, days - 1)}
    group by 1, 2 order by count(*) desc, 2 limit ${sql.lit(maxFeedback)}`.execute(db)
  return rows
}

async function countDocuments(db: Db, today: Day): Promise<Dashboard['documents']> {
  const rows = await db
    .selectFrom('document')
    .select((query) => ['state', query.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  const day = sql`${today}::date`
  const shared = await db
    .selectFrom('document')
    .where('owner_id', 'is', null)
    .select([
      sql<number>`count(*) filter (where review_by <= ${day} and ${isInForce(sql`document`, today)})::integer`.as('to_review'),
      sql<number>`count(*) filter (where in_force_until < ${day})::integer`.as('expired'),
    ])
    .executeTakeFirstOrThrow()
  return { queued: of('en_attente'), reading: of('en_cours'), indexed: of('indexe'), failed: of('echec'), ...shared }
}
