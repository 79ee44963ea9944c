import * as z from 'zod/mini'
import { text, timestamp } from '../common.ts'
import { route } from '../route.ts'

const occurrence = z.object({ request_id: z.string(), method: z.string(), route: z.string(), occurred_at: timestamp })

const errorGroup = z.object({
  /** Error code of the current catalogue, or of an earlier version of it. */
  code: z.string(),
  status: z.number(),
  /** Number of stored occurrences. */
  count: z.number(),
  first_at: timestamp,
  last_at: timestamp,
  /** The latest occurrences, latest first. */
  occurrences: z.array(occurrence),
})
export type ErrorGroup = z.infer<typeof errorGroup>

export const recentErrors = {
  list: route({
    method: 'GET',
    path: '/recent-errors',
    access: 'admin',
    summary: 'Les erreurs récentes par code, la plus récente d’abord ; `request_id` ne garde que celles dont la référence commence ainsi.',
    query: z.object({ request_id: z.optional(text(36)) }),
    answer: z.object({
      /** Retention of occurrences, in days. */
      kept_days: z.number(),
      /** Maximum number of occurrences stored for each code. */
      kept_per_code: z.number(),
      groups: z.array(errorGroup),
    }),
  }),
}
