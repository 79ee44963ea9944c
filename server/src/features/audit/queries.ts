import { auditActions, auditFamilies, unfinishedSignIn, type AuditEntry, type RouteQuery, type routes } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { normalizedTextSql } from '../../platform/paging.ts'

type AuditEventFilters = RouteQuery<typeof routes.audit.export>

export const perPage = 50

const actionsOf = (family: string) => Object.entries(auditActions).flatMap(([action, definition]) => (definition.family === family ? [action] : []))

function condition({ kind, person = '', from, to }: AuditEventFilters): RawBuilder<unknown> {
  // The `begun` event of a strict action is listed only when its end was never recorded.
  const parts = [sql`not (e.outcome = 'begun' and exists (select from audit_event o where o.request_id = e.request_id and o.act = e.act and o.seq > e.seq))`]
  if (kind === 'refusal') parts.push(sql`e.outcome not in ('done', ${unfinishedSignIn})`)
  else if (kind !== undefined && auditFamilies.includes(kind)) parts.push(sql`e.act in (${sql.join(actionsOf(kind))})`)
  if (from !== undefined) parts.push(sql`e.at >= ${from}::date::timestamp at time zone 'Europe/Paris'`)
  if (to !== undefined) parts.push(sql`e.at < (${to}::date + 1)::timestamp at time zone 'Europe/Paris'`)
  if (person.trim() !== '') {
    const people = sql`(select key from audit_person where position(${normalizedTextSql(person.trim())} in ${normalizedTextSql(sql`name`)}) > 0)`
    parts.push(sql`(e.actor in ${people} or e.target in ${people})`)
  }
  return sql.join(parts, sql` and `)
}

function select(db: Db, where: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<AuditEntry[]> {
  return sql<AuditEntry>`
    select e.seq, e.at, e.act, e.outcome, e.actor, a.name as actor_name, e.target, coalesce(e.target_name, t.name) as target_name, e.count, e.ip, e.request_id
    from audit_event e left join audit_person a on a.key = e.actor left join audit_person t on t.key = e.target
    where ${where} order by e.seq desc ${rows}`
    .execute(db)
    .then((result) => result.rows)
}

export async function listEvents(db: Db, filters: AuditEventFilters, page: number): Promise<{ entries: AuditEntry[]; total: number }> {
  const where = condition(filters)
  const { rows } = await sql<{ total: number }>`select count(*) as total from audit_event e where ${where}`.execute(db)
  return { entries: await select(db, where, sql`limit ${perPage} offset ${(page - 1) * perPage}`), total: rows[0]!.total }
}

const rowsPerBatch = 1_000

/** Reads all audit events up to `seq` = `last`, latest first, in batches. */
export async function* readEvents(db: Db, filters: AuditEventFilters, last: number): AsyncGenerator<AuditEntry[]> {
  const where = condition(filters)
  for (let under = last + 1; ;) {
    const entries = await select(db, sql`${where} and e.seq < ${under}`, sql`limit ${rowsPerBatch}`)
    if (entries.length > 0) yield entries
    if (entries.length < rowsPerBatch) return
    under = entries.at(-1)!.seq
  }
}
