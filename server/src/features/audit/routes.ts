import {
  auditFileName,
  routes,
  auditActionOf,
  auditFamilyLabels,
  csvLine,
  byteOrderMark,
  errorSentence,
  isAuditAction,
  isErrorCode,
  unfinishedSignIn,
  type AuditEntry,
} from '@parvis/contract'
import { Readable } from 'node:stream'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { dayInParis } from '../../platform/paris.ts'
import { listEvents, perPage, readEvents } from './queries.ts'

const { audit } = routes

export const auditHandlers: RouteHandler[] = [
  handle(audit.list, async ({ context: { db }, query: { page, ...filters } }) => {
    const { entries, total } = await listEvents(db, filters, page)
    const rule = await db.selectFrom('retention_rule').select('days').where('kind', '=', 'journal').executeTakeFirst()
    return { entries, total, pages: Math.max(1, Math.ceil(total / perPage)), current_page: page, kept_days: rule?.days ?? null }
  }),

  handle(audit.export, (call) => {
    const { context, query } = call
    return audited(call, 'audit.export', async () => {
      const { seq } = await context.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
      const content = Readable.from(toCsv(readEvents(context.db, query, seq)), { objectMode: false })
      return { content, filename: auditFileName(dayInParis(context.now())), media_type: 'text/csv; charset=utf-8', size: null }
    })
  }),
]

const columns: [string, (entry: AuditEntry) => string | number | null][] = [
  ['Numéro', ({ seq }) => seq],
  ['Date (UTC)', ({ at }) => at],
  ['Sorte', ({ act }) => (isAuditAction(act) ? auditFamilyLabels[auditActionOf(act).family] : '')],
  ['Acte', ({ act }) => (isAuditAction(act) ? auditActionOf(act).label : act)],
  ['Code de l’acte', ({ act }) => act],
  ['Issue', ({ outcome }) => outcomeText(outcome)],
  ['Code de l’issue', ({ outcome }) => outcome],
  ['Auteur', ({ actor_name }) => actor_name],
  ['Pseudonyme de l’auteur', ({ actor }) => actor],
  ['Objet', ({ target_name }) => target_name],
  ['Identifiant de l’objet', ({ target }) => target],
  ['Nombre', ({ count }) => count],
  ['Adresse', ({ ip }) => ip],
  ['Référence', ({ request_id }) => request_id],
]

function outcomeText(outcome: string): string {
  if (outcome === 'done') return 'Fait'
  if (outcome === 'begun') return 'Commencé, fin inconnue'
  // The first step of a sign-in is not a refusal; the screen says the same.
  if (outcome === unfinishedSignIn) return 'Première étape'
  return isErrorCode(outcome) ? errorSentence(outcome) : 'Échec'
}

/** Writes audit events as CSV for French spreadsheets: UTF-8 mark, semicolons, one line per event. */
export async function* toCsv(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  for await (const entries of pages) yield entries.map((entry) => csvLine(columns.map(([, read]) => read(entry)))).join('')
}
