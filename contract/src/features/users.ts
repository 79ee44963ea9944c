import * as z from 'zod/mini'
import { creationKey, counter, email, expectedUpdate, id, idParams, line, messageAnswer, nullableTimestamp, password, text, timestamp } from '../common.ts'
import { constants, limits } from '../constants.ts'
import { accountFields, username } from './auth.ts'
import { pageQuery } from '../paging.ts'
import { removalQuery } from './rights.ts'
import { route } from '../route.ts'
import { proof } from './ways-in/passkeys.ts'

/** `rows` of a file; `lot` of one creation; `bytes` of a file; `cell`: characters of a cell, far beyond what any field holds. */
export const importLimits = { rows: 1_000, lot: 100, bytes: 1_048_576, cell: 500 } as const

const number = new Intl.NumberFormat('fr-FR')
const cell = z._default(z.string('Ce champ est un texte').check(z.maxLength(importLimits.cell, `${importLimits.cell} caractères au plus`)), '')

/** A row as the file has it: what is wrong in it is told of it, and stops no other. */
const importedRow = z.object({
  /** Where it stands in the file, for who reads the answer. */
  line: z.number('Un numéro de ligne est attendu'),
  email: cell,
  /** Empty: made of the address. */
  username: cell,
  first_name: cell,
  last_name: cell,
  /** Services to put the account in, separated by « ; » or « | »; missing ones are created. */
  teams: cell,
})
export type ImportedRow = z.output<typeof importedRow>

const importedRows = (most: number) =>
  z
    .array(importedRow, 'Une liste de lignes est attendue')
    .check(z.minLength(1, 'Il n’y a aucune ligne à importer'), z.maxLength(most, `${number.format(most)} lignes au plus`))

/**
 * Outcome of a row: an account is created; its address has one already, left as it is (`existing`) or put in the services of the row (`joined`); or the
 * row is refused, with a `reason`.
 */
const importStatus = z.enum(['created', 'joined', 'existing', 'refused'])
export type ImportStatus = z.infer<typeof importStatus>

const plannedRow = {
  line: z.number(),
  status: importStatus,
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Names of the services that the account joins. */
  teams: z.array(z.string()),
  reason: z.nullable(z.string()),
}
/** `new_teams`: services that the rows name and that do not exist yet. */
const plannedImport = z.object({ rows: z.array(z.object(plannedRow)), new_teams: z.array(z.string()) })
/** `password`: the one that was drawn for an account made without an invitation. Said here, once, and kept nowhere. */
const doneImport = z.object({ rows: z.array(z.object({ ...plannedRow, password: z.optional(z.string()) })) })
export type ImportOutcome = z.infer<typeof doneImport>['rows'][number]

export const user = z.object({
  ...accountFields,
  created_at: z.string(),
  updated_at: timestamp,
  /** When the person was invited to choose a password; null once it is chosen. */
  invited_at: nullableTimestamp,
})
export type User = z.infer<typeof user>

/** `teams`: the services of the account, in alphabetical order. */
const listedUser = z.extend(user, { teams: z.array(z.object({ id, name: z.string() })) })
export type ListedUser = z.infer<typeof listedUser>

/** Filters of the list of accounts. `team` is the id of a service, or `none` for the accounts without any. */
const accountFilters = {
  search: z.optional(text(limits.name)),
  team: z.optional(z.union([id, z.literal('none')], 'Un identifiant de service, ou none, est attendu')),
  role: z.optional(z.enum(['admin', 'user'], 'Valeur attendue : admin ou user')),
  status: z.optional(z.enum(['active', 'invited', 'inactive'], 'Valeur attendue : active, invited ou inactive')),
}

/** Services of the account, which replace those that somebody of the instance had put it in. Absent: no change. */
const teamIds = z.optional(z.array(id, 'Une liste est attendue').check(z.maxLength(limits.accountTeams, `${limits.accountTeams} services au plus`)))

/** `warning`: the password that was given is accepted, but easy to guess. */
const warnedUser = z.extend(user, { warning: z.optional(z.string()) })

const optionalPassword = z.optional(z.union([z.literal(''), password]))

export const users = {
  test: route({
    method: 'GET',
    path: '/users/test',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: 'Vérifie que l’administration des comptes répond.',
    answer: messageAnswer,
  }),
  list: route({
    method: 'GET',
    path: '/users',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary:
      'Les comptes, par nom d’utilisateur et par pages. Avec `cursor`, vide pour commencer à la page `page`, puis le `next_cursor` de la réponse, elles se suivent quoi qu’il arrive entre-temps\u00a0: aucun compte n’y revient ni n’y manque, `page` n’étant plus qu’une étiquette.',
    query: z.object({
      page: counter(1, 100_000),
      per_page: counter(constants.usersPerPage, limits.perPage),
      ...accountFilters,
      cursor: pageQuery.cursor,
    }),
    answer: z.object({
      users: z.array(listedUser),
      pages: z.number(),
      current_page: z.number(),
      total: z.number(),
      /** Where a cursor was asked for; null on the last page. */
      next_cursor: z.optional(z.nullable(z.string())),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/users',
    access: 'admin',
    changes: ['/users', '/teams', '/people'],
    forbidden: 'users.forbidden',
    status: 201,
    summary: 'Crée un compte, avec un mot de passe ou une invitation à en choisir un.',
    body: z.object({
      ...creationKey,
      username,
      email,
      /** Required without `invite`. */
      password: optionalPassword,
      /** No password is given: the person receives a link to choose one. */
      invite: z._default(z.boolean(), false),
      first_name: z._default(line(limits.name), ''),
      last_name: z._default(line(limits.name), ''),
      is_admin: z._default(z.boolean(), false),
      is_active: z._default(z.boolean(), true),
      team_ids: teamIds,
    }),
    answer: warnedUser,
  }),
  export: route({
    method: 'GET',
    path: '/users/export',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: 'Les comptes en CSV, avec le même filtre que la liste, sans aucun secret ; l’export est inscrit au journal d’audit.',
    query: z.object(accountFilters),
    kind: 'file',
  }),
  previewImport: route({
    method: 'POST',
    path: '/users/import/preview',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: `Ce que deviendraient les lignes d’un fichier de comptes (${importLimits.rows} au plus), sans rien écrire.`,
    allowsUnreadable: true,
    body: z.object({ rows: importedRows(importLimits.rows) }),
    answer: plannedImport,
  }),
  import: route({
    method: 'POST',
    path: '/users/import',
    access: 'admin',
    changes: ['/users', '/teams', '/people'],
    forbidden: 'users.forbidden',
    summary: `Crée les comptes des lignes qui le permettent (${importLimits.lot} lignes au plus par appel) ; les autres sont refusées une à une, et celles qui ont déjà leur compte n’y changent rien, sinon qu’il entre dans les services de la ligne, créés au besoin. Chaque personne créée est invitée par courriel, ou, avec \`invite: false\`, reçoit de l’administrateur un mot de passe tiré au hasard, rendu une seule fois et à changer à la première connexion.`,
    allowsUnreadable: true,
    body: z.object({ rows: importedRows(importLimits.lot), invite: z._default(z.boolean(), true) }),
    answer: doneImport,
  }),
  update: route({
    method: 'PUT',
    path: '/users/:id',
    access: 'admin',
    changes: ['/users', '/teams', '/people', '/rights', '/assistants', '/bibliotheque', '/rag/categories', '/prompts', '/projects'],
    forbidden: 'users.forbidden',
    summary:
      'Modifie un compte ; les champs absents ne changent pas. Sur le sien, changer autre chose que le nom et le prénom demande `current_password` (sans mot de passe, une connexion de moins de dix minutes) et, s’il y a une double authentification, `code` ou `passkey` ; le mot de passe se change par `POST /auth/change-password`.',
    params: idParams,
    body: z.object({
      username: z.optional(username),
      email: z.optional(email),
      password: optionalPassword,
      first_name: z.optional(line(limits.name)),
      last_name: z.optional(line(limits.name)),
      is_admin: z.optional(z.boolean()),
      is_active: z.optional(z.boolean()),
      /** On one's own account: asked where anything but the first and last names changes, with the second factor where there is one. */
      current_password: z.optional(password),
      ...proof,
      team_ids: teamIds,
      expected_updated_at: expectedUpdate,
    }),
    answer: warnedUser,
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/:id',
    access: 'admin',
    changes: ['/users', '/bibliotheque', '/rag/categories'],
    forbidden: 'users.forbidden',
    summary:
      'Supprime un compte et tout ce qui lui appartient. Ses documents partagés restent sans nom, ou sont transférés (`transfer`, à `transfer_to`) ou supprimés (`delete`). Le sien se supprime par `POST /profile/delete`.',
    params: idParams,
    query: removalQuery,
    answer: messageAnswer,
  }),
  invite: route({
    method: 'POST',
    path: '/users/:id/invite',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: 'Envoie une autre invitation à choisir un mot de passe.',
    params: idParams,
    answer: messageAnswer,
  }),
  closeSessions: route({
    method: 'DELETE',
    path: '/users/:id/sessions',
    access: 'admin',
    summary: 'Ferme aussitôt toutes les sessions d’un compte.',
    params: idParams,
    answer: messageAnswer,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/users/:id/reset-password',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary:
      'Donne un nouveau mot de passe au compte de quelqu’un d’autre ; ferme ses sessions. `remove_identities` : retire aussi ses fournisseurs d’identité, sa double authentification et ses clés d’accès.',
    params: idParams,
    body: z.object({ password, remove_identities: z._default(z.boolean(), false) }),
    answer: z.extend(messageAnswer, { warning: z.optional(z.string()) }),
  }),
}
