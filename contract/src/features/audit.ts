import * as z from 'zod/mini'
import { auditKinds } from './audit-acts.ts'
import { counter, text, timestamp } from '../common.ts'
import { limits } from '../constants.ts'
import { route } from '../route.ts'

// A database has no year 0.
const isDay = (value: string) => /^(?!0000)\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)
const day = z.string('Date attendue').check(z.refine<string>(isDay, 'Date attendue\u00a0: AAAA-MM-JJ'))

const filters = {
  kind: z.optional(z.enum(auditKinds, 'Sorte d’acte inconnue')),
  /** Part of the user name of who acted or was acted upon. */
  person: z.optional(text(limits.name)),
  /** Days of Paris, both included. */
  from: z.optional(day),
  to: z.optional(day),
}

const entry = z.object({
  seq: z.number(),
  at: timestamp,
  /** One of the catalogue of acts, or of an earlier version's. */
  act: z.string(),
  /** `begun` (its end was never recorded), `done` or the code of an error. */
  outcome: z.string(),
  /** Pseudonym of who acted, null when nobody was signed in; the name is null once the account is gone. */
  actor: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  /** Pseudonym of an account or id of a thing. */
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
    query: z.object({ page: counter(1, 100_000), ...filters }),
    answer: z.object({
      entries: z.array(entry),
      total: z.number(),
      pages: z.number(),
      current_page: z.number(),
      /** Older ones are purged; null: never. */
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
