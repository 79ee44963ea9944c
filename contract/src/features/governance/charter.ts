import * as z from 'zod/mini'
import { id, messageAnswer, nullableTimestamp, requiredText, text, timestamp } from '../../common.ts'
import { charterRules } from '../../field-rules.ts'
import { route } from '../../route.ts'

const charterText = z.object({
  id,
  /** Rank of the version, from 1. */
  number: z.number(),
  /** Number of the latest substantial version. An acceptance is valid for one edition. */
  edition: z.number(),
  /** Markdown. */
  text: z.string(),
  /** The rules in a few lines, in Markdown: shown beside the composer. */
  summary: z.string(),
  /** Changes since the previous version, in Markdown; empty for the first version. */
  changes: z.string(),
  published_at: timestamp,
})
export type CharterText = z.infer<typeof charterText>

const charterState = z.object({
  /** Version in force; null: the charter is off, or none is published. */
  charter: z.nullable(charterText),
  /** The latest acceptance of the caller, of any version. */
  accepted: z.nullable(z.object({ number: z.number(), edition: z.number(), accepted_at: timestamp })),
  /** Whether the caller must accept the version in force before asking a question. */
  is_due: z.boolean(),
})
export type CharterState = z.infer<typeof charterState>

const charterVersion = z.object({
  id,
  number: z.number(),
  edition: z.number(),
  changes: z.string(),
  published_at: timestamp,
  /** Name of the administrator who published it; null: their account was deleted. */
  author: z.nullable(z.string()),
  /** Number of people who accepted this version, deleted accounts included. */
  accepted: z.number(),
})
export type CharterVersion = z.infer<typeof charterVersion>

/** Active accounts of a team, and those that accepted the edition in force. */
const teamAcceptances = z.object({
  /** Null: the people who are in no team. */
  team_id: z.nullable(id),
  name: z.string(),
  accounts: z.number(),
  accepted: z.number(),
})

const charterAcceptances = z.object({
  /** Whether the setting `CHARTER` asks for the acceptance. */
  is_on: z.boolean(),
  edition: z.nullable(z.number()),
  accounts: z.number(),
  accepted: z.number(),
  /** Acceptances of this edition by accounts that have been deleted since. */
  accepted_deleted: z.number(),
  teams: z.array(teamAcceptances),
  reminded_at: nullableTimestamp,
})
export type CharterAcceptances = z.infer<typeof charterAcceptances>

export const charter = {
  current: route({
    method: 'GET',
    path: '/charter',
    access: 'user',
    summary: 'La charte d’usage en vigueur, ce que l’on en a accepté, et s’il faut l’accepter avant de poser une question.',
    answer: charterState,
  }),
  accept: route({
    method: 'POST',
    path: '/charter/acceptance',
    access: 'user',
    summary:
      'Accepte la version en vigueur, nommée par son identifiant. Une autre version : 409 `charter.superseded`. Deux fois (deux onglets) : une seule acceptation.',
    body: z.object({ version_id: id }),
    answer: charterState,
  }),
}

export const charterVersions = {
  list: route({
    method: 'GET',
    path: '/administration/charter/versions',
    access: 'admin',
    summary: 'Les versions de la charte, la plus récente d’abord, sans leur texte.',
    answer: z.object({ data: z.array(charterVersion) }),
  }),
  get: route({
    method: 'GET',
    path: '/administration/charter/versions/:id',
    access: 'admin',
    summary: 'Le texte d’une version de la charte.',
    params: z.object({ id }),
    answer: charterText,
  }),
  publish: route({
    method: 'POST',
    path: '/administration/charter/versions',
    access: 'admin',
    summary:
      'Publie une version de la charte. `is_substantial` : chacun l’accepte de nouveau, et `changes` dit ce qui change. `replaces` : la version que l’on a lue (null : aucune) ; une autre parue depuis donne 409 `request.stale`.',
    changes: ['/charter', '/administration/charter'],
    status: 201,
    body: z.object({
      text: requiredText(charterRules.text.max, charterRules.text.required),
      summary: requiredText(charterRules.summary.max, charterRules.summary.required),
      changes: z._default(text(charterRules.changes.max), ''),
      is_substantial: z.boolean('Dites si cette version demande une nouvelle acceptation'),
      replaces: z.nullable(id),
    }),
    answer: charterText,
  }),
  acceptances: route({
    method: 'GET',
    path: '/administration/charter/acceptances',
    access: 'admin',
    summary: 'Combien de comptes actifs ont accepté la charte en vigueur, par service. Jamais qui.',
    answer: charterAcceptances,
  }),
  remind: route({
    method: 'POST',
    path: '/administration/charter/reminders',
    access: 'admin',
    summary: 'Écrit à chaque compte actif qui n’a pas accepté la charte en vigueur ; une fois par jour au plus.',
    body: z.object({}),
    answer: z.object({ ...messageAnswer.shape, mails: z.number() }),
  }),
}
