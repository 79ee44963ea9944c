import * as z from 'zod/mini'
import { auditKinds } from './audit-actions.ts'
import { clampedInteger, text, timestamp } from '../common.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'

// PostgreSQL has no year 0.
const isDay = (value: string) => /^(?!0000)\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)
const day = z.string('Date attendue').check(z.refine<string>(isDay, 'Date attendue\u00a0: AAAA-MM-JJ'))

const filters = {
  kind: z.optional(z.enum(auditKinds, 'Sorte d’acte inconnue')),
  /** Part of the user name of the actor or of the target. */
  person: z.optional(text(limits.name)),
  /** Days in Paris, both included. */
  from: z.optional(day),
  to: z.optional(day),
}

const entry = z.object({
  seq: z.number(),
  at: timestamp,
  /** Action code of the current catalogue, or of an earlier version of it. */
  act: z.string(),
  /** `begun` (its end was never recorded), `done` or an error code. */
  outcome: z.string(),
  /** Pseudonym of the actor; null when nobody was signed in. `actor_name` is null once the account is deleted. */
  actor: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  /** Pseudonym of an account, or id of another object. */
  target: z.nullable(z.string()),
  target_name: z.nullable(z.string()),
  count: z.nullable(z.number()),
  ip: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof entry>

export const audit = {
  list: route({
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: 'Le journal d’audit, le plus récent d’abord, par pages de 50 ; filtré par sorte, personne et jours.',
    query: z.object({ page: clampedInteger(1, 100_000), ...filters }),
    answer: z.object({
      entries: z.array(entry),
      total: z.number(),
      pages: z.number(),
      current_page: z.number(),
      /** Retention of the entries, in days; null: kept for ever. */
      kept_days: z.nullable(z.number()),
    }),
  }),
  export: route({
    method: 'GET',
    path: '/audit/export',
    access: 'admin',
    summary: 'Le journal d’audit en CSV, avec les mêmes filtres ; l’export est lui-même inscrit au journal.',
    query: z.object(filters),
    kind: 'file',
  }),
}
