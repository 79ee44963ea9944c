import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { countConsumption } from './consumption.ts'
import { countAssistants, countDays, countDocuments, countFeedback, countUsers } from './queries.ts'

export const dashboardHandlers: RouteHandler[] = [
  handle(routes.dashboards.read, async ({ context: { db, now }, query }) => {
    const days = Number(query.days)
    const at = now()
    const [users, perDay, assistants, feedback, consumption, documents] = await Promise.all([
      countUsers(db, at),
      countDays(db, at, days),
      countAssistants(db, at, days),
      countFeedback(db, at, days),
      countConsumption(db, at, days),
      countDocuments(db),
    ])
    return { users, days: perDay, assistants, feedback, consumption, documents }
  }),
]
