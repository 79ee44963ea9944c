import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import { writeAuditEvent } from './write-audit-event.ts'

type PurgeableRange = { seq: number; hash: string; count: number }

/**
 * Returns the last row that may be purged, and their number: the rows older than `before`, up to the first that concerns an account on legal hold. Only a
 * contiguous beginning may be removed, so that the rest is still a hash chain.
 */
async function findPurgeableRange(db: Db, before: Date): Promise<PurgeableRange | null> {
  const { rows } = await sql<PurgeableRange>`
    with held as (select key from audit_person join legal_hold using (user_id)),
      kept as (
        select coalesce(min(seq), (select seq + 1 from audit_head)) as seq from audit_event
        where at >= ${before}::timestamptz or actor in (select key from held) or target in (select key from held)
      )
    select e.seq, e.hash, (select count(*) from audit_event o where o.seq <= e.seq) as count
    from audit_event e, kept where e.seq = kept.seq - 1`.execute(db)
  return rows[0] ?? null
}

/** Number of rows that a purge would delete. */
export async function countPurgeableEvents(db: Db, before: Date): Promise<number> {
  return (await findPurgeableRange(db, before))?.count ?? 0
}

/** Deletes the old rows and records the purge in the trail, with the seq and hash of the last row deleted: verification starts from there. */
export function purgeOldEvents(db: Db, before: Date, now: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const range = await findPurgeableRange(transaction, before)
    if (range === null) return 0
    const { seq, hash, count } = range
    await writeAuditEvent(transaction, now, { act: 'audit.purge', outcome: 'done', target: { id: String(seq), name: hash }, count })
    await transaction.deleteFrom('audit_event').where('seq', '<=', seq).execute()
    return count
  })
}
