import * as z from 'zod/mini'
import { id } from '../common.ts'
import { route } from '../route.ts'
import { dashboardPeriods } from './dashboard.ts'

/** Bounds of an estimate. */
const range = z.object({ min: z.number(), max: z.number() })
export type FootprintRange = z.infer<typeof range>

/** Estimated footprint of replies, in watt-hours and in grams of CO₂ equivalent, across both methods. Null when no reply could be estimated. */
const footprintTotal = z.object({
  wh: z.nullable(range),
  gco2e: z.nullable(range),
  /** Replies of the period that a model wrote. */
  replies: z.number(),
  /** Those left out: model whose parameters are unknown, or demonstration model. */
  unmeasured: z.number(),
})
export type FootprintTotal = z.infer<typeof footprintTotal>

const messageFootprint = z.object({
  /** Why there is no estimate: demonstration model, model whose parameters are unknown, or unknown number of tokens; null when there is one. */
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
