import { routes } from '@parvis/contract'
import { handle, type Handler } from '../../platform/http/handler.ts'
import { keptDays, keptPerCode } from './journal.ts'
import { listRecentErrors } from './queries.ts'

export const recentErrorsHandlers: Handler[] = [
  handle(routes.recentErrors.list, async ({ context, query }) => ({
    kept_days: keptDays,
    kept_per_code: keptPerCode,
    groups: await listRecentErrors(context.db, context.now(), query.request_id ?? ''),
  })),
]
