import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { retentionDays, maxPerCode, listRecentErrors } from './journal.ts'

export const recentErrorsHandlers: RouteHandler[] = [
  handle(routes.recentErrors.list, async ({ context, query }) => ({
    kept_days: retentionDays,
    kept_per_code: maxPerCode,
    groups: await listRecentErrors(context.db, context.now(), query.request_id ?? ''),
  })),
]
