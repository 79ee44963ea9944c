import * as z from 'zod/mini'
import { id, idParams, messageAnswer, nullableTimestamp, requiredText } from '../common.ts'
import { holdRules } from '../field-rules.ts'
import { route } from '../route.ts'

/** Kinds of data that have a retention rule. */
export const retentionKinds = ['conversations', 'written_documents', 'accounts', 'feedback', 'mails', 'journal'] as const
export type RetentionKind = (typeof retentionKinds)[number]
const kind = z.enum(retentionKinds)

/** Allowed durations of a rule, in days. `isEndless`: « jamais » is allowed. */
export const retentionBounds: Record<RetentionKind, { min: number; max: number; isEndless: boolean }> = {
  conversations: { min: 30, max: 3_650, isEndless: true },
  written_documents: { min: 30, max: 3_650, isEndless: true },
  accounts: { min: 180, max: 3_650, isEndless: true },
  feedback: { min: 30, max: 3_650, isEndless: true },
  mails: { min: 1, max: 365, isEndless: false },
  // CNIL, recommendation on logging: six months to one year, three years in special cases.
  journal: { min: 180, max: 1_095, isEndless: false },
}

/** Minimum number of days between the notice of a purge, or a change of its rule, and the deletion of a person's data. */
export const retentionNoticeDays = 30

const days = z.nullable(z.number('Nombre de jours attendu').check(z.int('Nombre entier attendu'), z.gt(0, 'Nombre de jours attendu')))

const rule = z.object({ kind, days, changed_at: z.string() })
export type RetentionRule = z.infer<typeof rule>

const legalHold = z.object({
  id,
  /** Held account; null: every account is held. */
  user_id: z.nullable(id),
  username: z.nullable(z.string()),
  reason: z.string(),
  created_at: z.string(),
})
export type LegalHold = z.infer<typeof legalHold>

const purgeProof = z.object({ id, ran_at: z.string(), kind, days: z.number(), before: z.string(), removed: z.number(), held: z.number() })
export type PurgeProof = z.infer<typeof purgeProof>

const forecast = z.object({
  kind,
  days,
  /** Date from which the rule applies, after the notice period of its last change. */
  acts_from: nullableTimestamp,
  /** Number of items that a purge would delete now. */
  removed: z.number(),
  /** Number of items retained by a legal hold. */
  held: z.number(),
  /** Number of people to be warned by mail first (accounts only). */
  warned: z.number(),
  /** The rule cannot run without a mail server: an account is deleted only after a warning by mail (accounts only). */
  needs_mail: z.boolean(),
})
export type PurgeForecast = z.infer<typeof forecast>

const expiring = z.object({ id, title: z.string(), updated_at: z.string(), purge_at: z.string() })
export type ExpiringConversation = z.infer<typeof expiring>
export type ExpiringDocument = z.infer<typeof expiring>

export const retention = {
  get: route({
    method: 'GET',
    path: '/retention',
    access: 'admin',
    summary: 'Durées de conservation, gels et preuves de purge.',
    answer: z.object({ rules: z.array(rule), holds: z.array(legalHold), proofs: z.array(purgeProof) }),
  }),
  update: route({
    method: 'PUT',
    path: '/retention',
    access: 'admin',
    summary: 'Change des durées de conservation, en jours ; `null` : sans limite.',
    body: z.object({
      conversations: z.optional(days),
      written_documents: z.optional(days),
      accounts: z.optional(days),
      feedback: z.optional(days),
      mails: z.optional(days),
      journal: z.optional(days),
    }),
    answer: z.object({ message: z.string(), rules: z.array(rule) }),
  }),
  forecast: route({
    method: 'GET',
    path: '/retention/forecast',
    access: 'admin',
    summary: 'Ce qu’une purge retirerait maintenant, par sorte de données ; ne retire rien.',
    answer: z.object({ forecasts: z.array(forecast) }),
  }),
  purge: route({
    method: 'POST',
    path: '/retention/purge',
    whenFull: true,
    access: 'admin',
    summary: 'Purge maintenant ce qui a dépassé sa durée, et en garde la preuve.',
    answer: z.object({ message: z.string(), proofs: z.array(purgeProof) }),
  }),
  hold: route({
    method: 'POST',
    path: '/retention/holds',
    access: 'admin',
    status: 201,
    summary: 'Gèle les purges d’un compte, ou toutes (`user_id` à `null`).',
    body: z.object({ user_id: z.nullable(id), reason: requiredText(holdRules.reason.max, holdRules.reason.required) }),
    answer: legalHold,
  }),
  release: route({
    method: 'DELETE',
    path: '/retention/holds/:id',
    access: 'admin',
    summary: 'Lève un gel.',
    params: idParams,
    answer: messageAnswer,
  }),
  expiring: route({
    method: 'GET',
    path: '/retention/expiring',
    access: 'user',
    summary: 'Ses conversations qui seront bientôt supprimées par la règle de conservation.',
    answer: z.object({ conversations: z.array(expiring), total: z.number() }),
  }),
  expiringDocuments: route({
    method: 'GET',
    path: '/retention/expiring-documents',
    access: 'user',
    summary: 'Ses documents rédigés qui seront bientôt supprimés par la règle de conservation.',
    answer: z.object({ documents: z.array(expiring), total: z.number() }),
  }),
  exemptDocument: route({
    method: 'PUT',
    path: '/written-documents/:id/retention',
    access: 'user',
    changes: ['/retention/expiring-documents'],
    summary: 'Soustrait un de ses documents rédigés à la règle de conservation, ou l’y rend.',
    params: idParams,
    body: z.object({ exempt: z.boolean() }),
    answer: messageAnswer,
  }),
  keep: route({
    method: 'PUT',
    path: '/conversations/:id/keep',
    access: 'user',
    changes: ['/conversations', '/retention/expiring'],
    summary: 'Garde une de ses conversations quelle que soit la règle, ou la lui rend.',
    params: idParams,
    body: z.object({ kept: z.boolean() }),
    answer: messageAnswer,
  }),
}
