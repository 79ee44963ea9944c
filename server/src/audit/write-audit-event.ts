import { auditActionOf, type AuditAction } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'

/** Target of an audited action: the id of an account, or the id of an item with its name if that is public. */
export type AuditTarget = string | { id: string; name: string }

export type NewAuditEvent = {
  act: AuditAction
  /** `begun`, `done` or an error code. */
  outcome: string
  /** Id of the account that acts. */
  actor?: string | null
  target?: AuditTarget | null
  count?: number | null
  ip?: string | null
  request_id?: string | null
}

/** Pseudonyms that the trail stores in place of account ids. */
export type AuditPseudonyms = { actor: string | null; target: string | null }
export type WrittenAuditEvent = AuditPseudonyms & { seq: number; hash: string }

/**
 * Inserts an audit row; the database assigns its seq and hash.
 * @param keys pseudonyms of an earlier row of the same action, whose accounts may have been deleted since
 */
export async function writeAuditEvent(db: Db, now: Date, row: NewAuditEvent, keys: AuditPseudonyms | null = null): Promise<WrittenAuditEvent> {
  const { act, outcome, actor = null, target = null, count = null, ip = null, request_id = null } = row
  const id = target === null || typeof target === 'string' ? target : target.id
  const key = (person: string | null) => sql<string | null>`audit_key(${person}::uuid)`
  return db
    .insertInto('audit_event')
    .values({
      at: now,
      act,
      outcome,
      actor: keys?.actor ?? key(actor),
      target: keys?.target ?? (auditActionOf(act).account ? key(id) : id),
      target_name: target === null || typeof target === 'string' ? null : target.name,
      count,
      ip,
      request_id,
    })
    .returning(['seq', 'hash', 'actor', 'target'])
    .executeTakeFirstOrThrow()
}
