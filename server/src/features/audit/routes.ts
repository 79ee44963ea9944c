import { auditFileName, routes } from '@parvis/contract'
import { Readable } from 'node:stream'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { dayInParis } from '../../platform/paris.ts'
import { toCsv } from './csv.ts'
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
