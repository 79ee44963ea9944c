import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Schema } from '../db/schema/index.ts'
import type { LastAuthor } from '../stale-write.ts'

type Db = Kysely<Schema>

// An act is recorded just after what it changed.
const aroundMs = 1_000

/** Whose act made a thing what it has been since `updated_at`: the latest of the trail about it. Nobody once the account is gone. */
export const lastAuthor = (db: Db, target: string, updated_at: string, caller_id: string): Promise<LastAuthor> =>
  authorOfLatest(db, sql`e.target = ${target}`, updated_at, caller_id)

/** The same of an account, which the trail knows by one pseudonym for each name it had. Nobody for what its person changed: that is no act. */
export const lastAuthorOfAccount = (db: Db, id: string, updated_at: string, caller_id: string): Promise<LastAuthor> =>
  authorOfLatest(
    db,
    sql`e.target in (select key from audit_person where user_id = ${id}::uuid) and e.act in ('users.update', 'users.reset_password')`,
    updated_at,
    caller_id,
  )

async function authorOfLatest(db: Db, about: RawBuilder<unknown>, updated_at: string, caller_id: string): Promise<LastAuthor> {
  const since = new Date(Date.parse(updated_at) - aroundMs)
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name
    from audit_event e join audit_person p on p.key = e.actor join app_user u on u.id = p.user_id
    where ${about} and e.outcome = 'done' and e.at >= ${since}::timestamptz
    order by e.seq desc limit 1`.execute(db)
  const [last] = rows
  return { by: last?.name ?? null, is_own: last?.id === caller_id }
}
