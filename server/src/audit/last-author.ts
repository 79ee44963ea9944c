import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import type { LastAuthor } from '../platform/errors/stale-write.ts'

// An act is recorded just after what it changed.
const aroundMs = 1_000

/**
 * Whose act made a thing what it has been since `updated_at`: the latest of the trail about it. To whom it is open is no part of it. Nobody once the
 * account is gone.
 */
export async function lastAuthor(db: Db, target: string, updated_at: string, caller_id: string): Promise<LastAuthor> {
  const last = await latestAct(db, sql`e.target = ${target} and e.act <> 'grants.set'`, updated_at)
  return { by: last?.name ?? null, is_own: last?.id === caller_id }
}

type Account = { id: string; username: string; first_name: string; last_name: string; updated_at: string }

/**
 * The same of an account, which the trail knows by one pseudonym for each name it had. What no act explains its person did: a profile is
 * written without one.
 */
export async function lastAuthorOfAccount(db: Db, account: Account, caller_id: string): Promise<LastAuthor> {
  const { id, username, first_name, last_name, updated_at } = account
  const about = sql`e.target in (select key from audit_person where user_id = ${id}::uuid) and e.act in ('users.update', 'users.reset_password')`
  const last = await latestAct(db, about, updated_at)
  if (last !== undefined) return { by: last.name, is_own: last.id === caller_id }
  return { by: `${first_name} ${last_name}`.trim() || username, is_own: id === caller_id }
}

/** The latest act since then, of an account that may be gone. */
async function latestAct(db: Db, about: RawBuilder<unknown>, updated_at: string): Promise<{ id: string | null; name: string | null } | undefined> {
  const since = new Date(Date.parse(updated_at) - aroundMs)
  const { rows } = await sql<{ id: string | null; name: string | null }>`
    select u.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name
    from audit_event e left join audit_person p on p.key = e.actor left join app_user u on u.id = p.user_id
    where ${about} and e.outcome = 'done' and e.at >= ${since}::timestamptz
    order by e.seq desc limit 1`.execute(db)
  return rows[0]
}
