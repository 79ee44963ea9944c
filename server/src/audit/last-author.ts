import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import type { LastAuthor } from '../platform/errors/stale-write.ts'

// Margin, in milliseconds: an action is recorded just after the change.
const marginMs = 1_000

/**
 * Returns who last changed an item, from the latest audit event about it since `updated_at`; changes of access rights do not count. `by` is null when no
 * event is found or the account was deleted.
 */
export async function lastAuthor(db: Db, target: string, updated_at: string, caller_id: string): Promise<LastAuthor> {
  const last = await readLatestEvent(db, sql`e.target = ${target} and e.act <> 'grants.set'`, updated_at)
  return { by: last?.name ?? null, is_own: last?.id === caller_id }
}

type AuditedAccount = { id: string; username: string; first_name: string; last_name: string; updated_at: string }

/**
 * Returns who last changed an account. Its audit events are found through all its pseudonyms (one per name it has had). Without an event, the person made
 * the change themselves: a profile update is not recorded.
 */
export async function lastAuthorOfAccount(db: Db, account: AuditedAccount, caller_id: string): Promise<LastAuthor> {
  const { id, username, first_name, last_name, updated_at } = account
  const targetCondition = sql`e.target in (select key from audit_person where user_id = ${id}::uuid) and e.act in ('users.update', 'users.reset_password')`
  const last = await readLatestEvent(db, targetCondition, updated_at)
  if (last !== undefined) return { by: last.name, is_own: last.id === caller_id }
  return { by: `${first_name} ${last_name}`.trim() || username, is_own: id === caller_id }
}

/** Returns the author of the latest event since then; null fields when the account was deleted. */
async function readLatestEvent(db: Db, eventFilter: RawBuilder<unknown>, updated_at: string): Promise<{ id: string | null; name: string | null } | undefined> {
  const since = new Date(Date.parse(updated_at) - marginMs)
  const { rows } = await sql<{ id: string | null; name: string | null }>`
    select u.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name
    from audit_event e left join audit_person p on p.key = e.actor left join app_user u on u.id = p.user_id
    where ${eventFilter} and e.outcome = 'done' and e.at >= ${since}::timestamptz
    order by e.seq desc limit 1`.execute(db)
  return rows[0]
}
