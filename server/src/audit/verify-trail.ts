import { sql, type Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import type { AuditEventTable } from '../platform/db/schema/administration.ts'
import type { Db } from '../platform/db/schema/index.ts'

type AuditFault = { /** `seq` of the row; 0 for an altered name. */ seq: number; /** French sentence. */ sentence: string }
type TrailVerdict = { count: number; first: number; last: number; hash: string; faults: AuditFault[] }

type AuditEventRow = Selectable<AuditEventTable>
const rowsPerPage = 2_000
const maxFaults = 50
const originHash = '0'.repeat(64)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hashField = (value: string | number | null) => (value === null ? '-' : `${Buffer.byteLength(String(value))}:${value}`)

/** Recomputes the hash of a row outside the database, whose own functions may have been altered. */
function hashOf(row: AuditEventRow): string {
  const { seq, at, act, outcome, actor, target, target_name, count, ip, request_id } = row
  return sha256(row.previous_hash + [seq, at, act, outcome, actor, target, target_name, count, ip, request_id].map(hashField).join(''))
}

/**
 * Verifies the whole audit trail in one snapshot: reports altered, missing, inserted and moved rows, and altered names; 50 faults at most.
 * @param checkpoint seq and hash noted elsewhere (the log gives them), which prove that the trail up to this row was not rewritten
 */
export function verifyTrail(db: Db, checkpoint: { seq: number; hash: string } | null = null): Promise<TrailVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const faults: AuditFault[] = []
      const fault = (seq: number, sentence: string) => faults.length < maxFaults && faults.push({ seq, sentence })
      let [previousRow, first, count]: [AuditEventRow | null, number, number] = [null, 0, 0]
      const purgedEnds = new Set<string>()
      let firstRow: AuditEventRow | null = null
      while (true) {
        const rows: AuditEventRow[] = await transaction
          .selectFrom('audit_event')
          .selectAll()
          .where('seq', '>', previousRow?.seq ?? 0)
          .orderBy('seq')
          .limit(rowsPerPage)
          .execute()
        for (const row of rows) {
          const { seq } = row
          if (hashOf(row) !== row.hash) fault(seq, `La ligne ${seq} a été modifiée.`)
          if (previousRow === null) {
            ;[firstRow, first] = [row, seq]
          } else if (seq !== previousRow.seq + 1) {
            fault(seq - 1, seq === previousRow.seq + 2 ? `La ligne ${seq - 1} manque.` : `Les lignes ${previousRow.seq + 1} à ${seq - 1} manquent.`)
          } else if (row.previous_hash !== previousRow.hash) {
            fault(seq, `La ligne ${seq} ne suit pas la ligne ${previousRow.seq}\u00a0: l’une des deux a été remplacée, insérée ou déplacée.`)
          }
          if (row.act === 'audit.purge') purgedEnds.add(`${row.target}:${row.target_name}`)
          if (checkpoint?.seq === seq && checkpoint.hash !== row.hash) fault(seq, `La ligne ${seq} n’est pas celle dont l’empreinte a été notée.`)
          count += 1
          previousRow = row
        }
        if (rows.length < rowsPerPage) break
      }
      const startsAtOrigin =
        firstRow === null || (firstRow.seq === 1 ? firstRow.previous_hash === originHash : purgedEnds.has(`${firstRow.seq - 1}:${firstRow.previous_hash}`))
      if (!startsAtOrigin)
        fault(first, first > 1 ? `Les lignes d’avant la ligne ${first} manquent sans purge inscrite.` : 'La ligne 1 n’est pas la première écrite.')
      const last = previousRow?.seq ?? 0
      const head = await transaction.selectFrom('audit_head').selectAll().executeTakeFirst()
      if (head === undefined || head.seq !== last || head.hash !== (previousRow?.hash ?? originHash))
        fault(
          last,
          head !== undefined && head.seq > last
            ? `Les lignes ${last + 1} à ${head.seq} manquent à la fin.`
            : 'La fin du journal n’est pas celle qui a été écrite.',
        )
      if (checkpoint !== null && checkpoint.seq > last) fault(last, `La ligne ${checkpoint.seq}, dont l’empreinte a été notée, manque à la fin.`)
      for (const { key, name } of await alteredNames(transaction)) fault(0, `Le nom «\u00a0${name}\u00a0» du pseudonyme ${key.slice(0, 8)} a été modifié.`)
      return { count, first, last, hash: previousRow?.hash ?? originHash, faults }
    })
}

async function alteredNames(db: Db): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{
    key: string
    name: string
    sealed: string
  }>`select key, name, salt || ':' || user_id || ':' || name as sealed from audit_person`.execute(db)
  return rows.filter(({ key, sealed }) => sha256(sealed) !== key)
}
