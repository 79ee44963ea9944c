import * as z from 'zod/mini'
import { id, tokenCount } from '../common.ts'
import { route } from '../route.ts'

export const dashboardPeriods = ['7', '30', '90'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

/** Usage figures without any content. No account is named, except the largest users of tokens. Days are days in Paris. */
export const dashboard = z.object({
  users: z.object({
    /** Active accounts. */
    total: z.number(),
    /** Accounts that signed in or exchanged messages in the last 7 days; `active_30`: in the last 30. */
    active_7: z.number(),
    active_30: z.number(),
  }),
  /** Every day of the period, oldest first, ending today. */
  days: z.array(
    z.object({
      day: z.string(),
      /** Conversations started that day in which a question was asked. */
      conversations: z.number(),
      questions: z.number(),
      replies: z.number(),
      /** Replies that produced no text. */
      failed: z.number(),
      /** Replies cut short by the model, its limits or the server. */
      cut: z.number(),
      /** Replies stopped by the person. */
      stopped: z.number(),
    }),
  ),
  /** Conversations started in the period, by assistant, largest number first. */
  assistants: z.array(z.object({ assistant_id: z.nullable(id), name: z.string(), conversations: z.number() })),
  /** Feedback given in the period. A null name: conversations without an assistant. */
  feedback: z.array(z.object({ assistant_id: z.nullable(id), name: z.nullable(z.string()), positive: z.number(), negative: z.number() })),
  /** Tokens used by the replies of the period, deleted ones included. Each list has the ten largest users: assistants, teams, accounts. */
  consumption: z.object({
    /** Replies older than the usage ledger are still being added to it, so the figures will grow. */
    is_counting: z.boolean(),
    total: tokenCount,
    /** A null name: conversations without an assistant. */
    assistants: z.array(z.extend(tokenCount, { assistant_id: z.nullable(id), name: z.nullable(z.string()) })),
    /** A null name: people without a team. Empty when no one is in a team. */
    teams: z.array(z.extend(tokenCount, { team_id: z.nullable(id), name: z.nullable(z.string()) })),
    /** Every model that answered, the largest number of tokens first. `label` is null for a model that the settings no longer have. */
    models: z.array(z.extend(tokenCount, { model_id: z.string(), label: z.nullable(z.string()), replies: z.number() })),
    accounts: z.array(z.extend(tokenCount, { user_id: id, username: z.string(), first_name: z.string(), last_name: z.string() })),
  }),
  /** `to_review`: documents of the library with a review date that has come; `expired`: those that are no longer in force. */
  documents: z.object({ queued: z.number(), reading: z.number(), indexed: z.number(), failed: z.number(), to_review: z.number(), expired: z.number() }),
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

export const maxTokenLimit = 1_000_000_000_000

/**
 * Monthly token limit (month in Paris). `own`: set for the person; `usual`: the default of everyone; `each`: of a team, for each member; `common`: of a
 * team, for all members together.
 */
const allowance = z.object({
  kind: z.enum(['own', 'usual', 'each', 'common']),
  /** Name of the team. */
  team: z.nullable(z.string()),
  tokens: z.number(),
  /** Tokens used by the person; for `common`, by the whole team. */
  used: z.number(),
})
export type Allowance = z.infer<typeof allowance>

const ownUsage = z.object({
  ...tokenCount.shape,
  /** Part of `prompt_tokens` plus `completion_tokens` that was estimated, because the model gave no count. */
  estimated_tokens: z.number(),
  /** Replies older than the usage ledger are still being added to it, so the figures may grow. */
  is_counting: z.boolean(),
  /** Start of the next month. */
  renews_at: z.string(),
  /** Limit with the most tokens left first: it is the one that applies. Empty: no limit. */
  limits: z.array(allowance),
})
export type OwnUsage = z.infer<typeof ownUsage>

const kind = z.enum(['each', 'common'], 'Choisissez à qui la limite s’applique')
const tokenLimit = z.object({
  /** Null: no limit is set. */
  tokens: z.nullable(z.number()),
  kind,
  /** Tokens used this month by the person, or charged to the team. */
  used: z.number(),
  /** Default limit, in tokens per month, of people without their own. Null: no default, or a team. */
  usual: z.nullable(z.number()),
  renews_at: z.string(),
})
export type TokenLimit = z.infer<typeof tokenLimit>

const tokens = z
  .nullable(z.int('Écrivez un nombre entier de jetons.'))
  .check(z.refine((value) => value === null || (value >= 0 && value <= maxTokenLimit), 'De 0 à 1 000 milliards de jetons.'))
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

/** Bounds of an estimate. */
const range = z.object({ min: z.number(), max: z.number() })
export type FootprintRange = z.infer<typeof range>

/** Estimated footprint of replies, in watt-hours and in grams of CO₂ equivalent, across both methods. Null when no reply could be estimated. */
const footprintTotal = z.object({
  wh: z.nullable(range),
  gco2e: z.nullable(range),
  /** Replies of the period that a model wrote. */
  replies: z.number(),
  /** Those left out: model of unknown parameters, or demonstration model. */
  unmeasured: z.number(),
})
export type FootprintTotal = z.infer<typeof footprintTotal>

const messageFootprint = z.object({
  /** Why there is no estimate: demonstration model, model of unknown parameters, or unknown number of tokens; null when there is one. */
  unmeasured: z.nullable(z.enum(['demonstration', 'model', 'tokens'])),
  estimate: z.nullable(
    z.object({
      wh: range,
      gco2e: range,
      tokens: z.number(),
      /** The model's own duration was measured and is shorter than the computed one. */
      is_time_measured: z.boolean(),
      /** Active parameters of the model, in billions. */
      parameters: range,
      /** Zone of the electricity mix (ISO 3166-1 alpha-3, or WOR for the world) and power usage effectiveness. */
      zone: z.string(),
      pue: z.number(),
      /** EcoLogits: electricity (`use`) and share of the making of the servers (`embodied`). */
      ecologits: z.object({ version: z.string(), use: range, embodied: range, gco2e: range }),
      /** Life-cycle study of Mistral Large 2, carried over by `ratio`, which is its result divided by that of EcoLogits. */
      life_cycle: z.object({ ratio: z.number(), gco2e: range }),
    }),
  ),
})
export type MessageFootprint = z.infer<typeof messageFootprint>

export const footprints = {
  own: route({
    method: 'GET',
    path: '/usage/footprint',
    access: 'user',
    summary: 'L’empreinte estimée de ses réponses depuis le début du mois, à Paris : énergie, et émissions selon deux méthodes.',
    answer: footprintTotal,
  }),
  ofMessage: route({
    method: 'GET',
    path: '/usage/footprint/messages/:message_id',
    access: 'user',
    summary: 'L’empreinte estimée d’une de ses réponses, par méthode.',
    params: z.object({ message_id: id }),
    answer: messageFootprint,
  }),
  ofInstance: route({
    method: 'GET',
    path: '/dashboard/footprint',
    access: 'admin',
    summary: 'L’empreinte estimée de toutes les réponses d’une période (`days` : 7, 30 ou 90 jours).',
    query: z.object({ days: z._default(z.enum(dashboardPeriods, 'Période attendue : 7, 30 ou 90'), '30') }),
    answer: footprintTotal,
  }),
  export: route({
    method: 'GET',
    path: '/dashboard/footprint/export',
    access: 'admin',
    kind: 'file',
    summary: 'L’empreinte estimée d’une année (`year`, sans lui l’année en cours) en CSV : une ligne par mois, service et modèle.',
    query: z.object({
      year: z.optional(z.coerce.number('Année attendue').check(z.int('Année attendue'), z.gte(2_000, 'Année attendue'), z.lte(9_999, 'Année attendue'))),
    }),
  }),
}
