import * as z from 'zod/mini'
import { id, idParams, line, messageAnswer, nullableTimestamp, timestamp } from '../common.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { passkey } from './sign-in/passkeys.ts'

const profileSchema = <Field extends z.ZodMiniString>(field: Field) =>
  z.object({
    first_name: field,
    last_name: field,
    type_collectivite: field,
    tranche_effectif: field,
    tranche_population: field,
    champ_action: field,
    fonction: field,
    experience_gestion_projet: field,
    style_conversationnel: field,
  })

/** The nine facts that personalise answers (specification, chapter 3). */
const profileFields = profileSchema(z.string())
export type Profile = z.infer<typeof profileFields>

const choices = z.array(z.string())
export const profileOptions = z.object({
  type_collectivite: choices,
  tranche_effectif: choices,
  tranche_population: choices,
  champ_action: choices,
  experience_gestion_projet: choices,
  style_conversationnel: choices,
})
export type ProfileOptions = z.infer<typeof profileOptions>

/**
 * Kinds of changes in an account's security history. `identity`: an identity provider was linked, `identity_removed`: unlinked; `second_factor`: set up or
 * removed; `passkey`: added or removed. `changeAuthors` says who made the change: the person, the holder of a mailed link, an administrator, or the
 * command line of the server.
 */
const accountChanges = ['password', 'email', 'identity', 'identity_removed', 'second_factor', 'passkey'] as const
const changeAuthors = ['self', 'link', 'administrator', 'operator'] as const
export type AccountChange = (typeof accountChanges)[number]
export type ChangeAuthor = (typeof changeAuthors)[number]

const security = z.object({
  /** Open sessions, the current one first, then the latest used. `device` is empty when unknown. */
  sessions: z.array(
    z.object({
      id,
      device: z.string(),
      /** Network that the session comes from, shortened so that it identifies no person; empty when unknown. */
      place: z.string(),
      /** Label of the identity provider that opened the session; null: it was opened otherwise. */
      provider: z.nullable(z.string()),
      created_at: timestamp,
      last_used_at: timestamp,
      is_current: z.boolean(),
    }),
  ),
  /** Provider identities linked to this account. */
  identities: z.array(z.object({ id, provider: z.string(), email: z.string(), created_at: timestamp, last_seen_at: timestamp })),
  /** Time at which a code application (TOTP) was set up; null: none. */
  code_at: nullableTimestamp,
  /** Oldest first. */
  passkeys: z.array(passkey),
  /** The person may create keys for other software (setting `API_KEYS`). */
  may_create_keys: z.boolean(),
  /** The last twenty changes, none older than a year. */
  changes: z.array(z.object({ id, at: timestamp, change: z.enum(accountChanges), author: z.enum(changeAuthors) })),
})
export type Security = z.infer<typeof security>

export const profile = {
  get: route({ method: 'GET', path: '/profile', access: 'user', summary: 'Son profil.', answer: profileFields }),
  update: route({
    method: 'PUT',
    path: '/profile',
    access: 'user',
    summary: 'Modifie son profil ; les champs absents ne changent pas.',
    body: z.partial(profileSchema(line(limits.name))),
    answer: z.extend(profileFields, { message: z.string() }),
  }),
  preferences: route({
    method: 'PUT',
    path: '/profile/preferences',
    access: 'user',
    summary: 'Choisit ce qui envoie un message : `enter_sends`, Entrée ; sans lui, Ctrl + Entrée.',
    body: z.object({ enter_sends: z.boolean('Attendu : true ou false') }),
    answer: messageAnswer,
  }),
  security: route({
    method: 'GET',
    path: '/profile/security',
    access: 'user',
    summary: 'Ses sessions ouvertes, ses clés d’accès, et les derniers changements de ce qui ouvre son compte.',
    answer: security,
  }),
  closeSession: route({
    method: 'DELETE',
    path: '/profile/sessions/:id',
    access: 'user',
    changes: ['/profile/security'],
    summary: 'Ferme une de ses sessions.',
    params: idParams,
    answer: messageAnswer,
  }),
  closeOtherSessions: route({
    method: 'DELETE',
    path: '/profile/sessions',
    access: 'user',
    changes: ['/profile/security'],
    summary: 'Ferme toutes ses sessions, sauf celle-ci.',
    answer: messageAnswer,
  }),
  options: route({ method: 'GET', path: '/profile/options', access: 'user', summary: 'Les choix possibles du profil.', answer: profileOptions }),
}
