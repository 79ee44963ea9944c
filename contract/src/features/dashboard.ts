import * as z from 'zod/mini'
import { id, tokenCount } from '../common.ts'
import { route } from '../route.ts'

export const dashboardPeriods = ['7', '30', '90'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

/** Counts only, never what was written; no account is named but those for which the model was used most. Days are those of Paris. */
export const dashboard = z.object({
  users: z.object({
    /** Accounts that may sign in. */
    total: z.number(),
    /** Those that signed in or had an exchange in the last 7 and 30 days. */
    active_7: z.number(),
    active_30: z.number(),
  }),
  /** Every day of the period, oldest first; the last one is today. */
  days: z.array(
    z.object({
      day: z.string(),
      /** Conversations begun that day in which a question was asked. */
      conversations: z.number(),
      questions: z.number(),
      replies: z.number(),
      /** Replies that produced nothing. */
      failed: z.number(),
      /** Replies broken before their end by the model, its limits or the server. */
      cut: z.number(),
      /** Replies that the person stopped. */
      stopped: z.number(),
    }),
  ),
  /** By conversations begun in the period, most first. */
  assistants: z.array(z.object({ assistant_id: z.nullable(id), name: z.string(), conversations: z.number() })),
  /** Opinions given in the period; a null name stands for conversations without an assistant. */
  feedback: z.array(z.object({ assistant_id: z.nullable(id), name: z.nullable(z.string()), positive: z.number(), negative: z.number() })),
  /** What the model read and wrote for the replies of the period that are still kept; the ten assistants and accounts with the most. */
  consumption: z.object({
    total: tokenCount,
    /** A null name stands for conversations without an assistant. */
    assistants: z.array(z.extend(tokenCount, { assistant_id: z.nullable(id), name: z.nullable(z.string()) })),
    accounts: z.array(z.extend(tokenCount, { user_id: id, username: z.string(), first_name: z.string(), last_name: z.string() })),
  }),
  documents: z.object({ queued: z.number(), reading: z.number(), indexed: z.number(), failed: z.number() }),
})
export type Dashboard = z.infer<typeof dashboard>

export const dashboards = {
  read: route({
    method: 'GET',
    path: '/dashboard',
    access: 'admin',
    summary: 'Des nombres sur l’usage, jamais un contenu ; seuls les jetons sont comptés par compte, les dix premiers. `days` choisit 7, 30 ou 90 jours.',
    query: z.object({ days: z._default(z.enum(dashboardPeriods, 'Période attendue : 7, 30 ou 90'), '30') }),
    answer: dashboard,
  }),
}
