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
  /** What the model read and wrote for the replies of the period, also of those since deleted; the ten assistants, services and accounts with the most. */
  consumption: z.object({
    /** Replies of before the ledger are still being added to it: all of this will grow. */
    is_counting: z.boolean(),
    total: tokenCount,
    /** A null name stands for conversations without an assistant. */
    assistants: z.array(z.extend(tokenCount, { assistant_id: z.nullable(id), name: z.nullable(z.string()) })),
    /** A null name stands for people without a service; empty where nobody is in one. */
    teams: z.array(z.extend(tokenCount, { team_id: z.nullable(id), name: z.nullable(z.string()) })),
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

export const mostTokens = 1_000_000_000_000

/** A limit of tokens in a month of Paris. `own`: set for the person; `usual`: everybody's; `each` and `common`: of a service, for each of its members or for all. */
const allowance = z.object({
  kind: z.enum(['own', 'usual', 'each', 'common']),
  /** The service's name. */
  team: z.nullable(z.string()),
  tokens: z.number(),
  /** By the person; by the whole service of a `common` one. */
  used: z.number(),
})
export type Allowance = z.infer<typeof allowance>

const ownUsage = z.object({
  ...tokenCount.shape,
  /** Of both counts together, what no model counted. */
  estimated_tokens: z.number(),
  /** Replies of before the ledger are still being added to it: all of this may grow. */
  is_counting: z.boolean(),
  /** When the next month begins. */
  renews_at: z.string(),
  /** The one with the most left is the first, and the one that counts; none: no limit. */
  limits: z.array(allowance),
})
export type OwnUsage = z.infer<typeof ownUsage>

const kind = z.enum(['each', 'common'], 'Choisissez à qui la limite s’applique')
const tokenLimit = z.object({
  /** Null: none is set. */
  tokens: z.nullable(z.number()),
  kind,
  /** This month: by the person, or what the service paid for. */
  used: z.number(),
  /** What applies to a person for whom nothing is set; null: no limit. */
  usual: z.nullable(z.number()),
  renews_at: z.string(),
})
export type TokenLimit = z.infer<typeof tokenLimit>

const tokens = z
  .nullable(z.int('Écrivez un nombre entier de jetons.'))
  .check(z.refine((value) => value === null || (value >= 0 && value <= mostTokens), 'De 0 à 1 000 milliards de jetons.'))
const params = z.object({ id })

export const quotas = {
  own: route({
    method: 'GET',
    path: '/usage',
    access: 'user',
    summary: 'Ce que l’on a consommé depuis le début du mois, à Paris, et les limites qui s’appliquent, la plus généreuse d’abord.',
    answer: ownUsage,
  }),
  ofUser: route({ method: 'GET', path: '/quotas/user/:id', access: 'admin', summary: 'La limite fixée pour une personne.', params, answer: tokenLimit }),
  setUser: route({
    method: 'PUT',
    path: '/quotas/user/:id',
    access: 'admin',
    summary: 'Fixe, ou retire avec `tokens` nul, la limite d’une personne.',
    params,
    body: z.object({ tokens }),
    answer: tokenLimit,
  }),
  ofTeam: route({ method: 'GET', path: '/quotas/team/:id', access: 'admin', summary: 'La limite fixée pour un service.', params, answer: tokenLimit }),
  setTeam: route({
    method: 'PUT',
    path: '/quotas/team/:id',
    access: 'admin',
    summary: 'Fixe, ou retire avec `tokens` nul, la limite d’un service : pour chacun de ses membres (`each`) ou pour tous ensemble (`common`).',
    params,
    body: z.object({ tokens, kind }),
    answer: tokenLimit,
  }),
}
