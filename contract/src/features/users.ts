import * as z from 'zod/mini'
import {
  creationKey,
  clampedInteger,
  email,
  expectedUpdate,
  id,
  idParams,
  line,
  messageAnswer,
  nullableTimestamp,
  password,
  text,
  timestamp,
  pageQuery,
} from '../common.ts'
import { constants } from '../constants.ts'
import { limits } from '../limits.ts'
import { accountFields, username } from './auth.ts'
import { removalQuery } from './rights.ts'
import { route } from '../route.ts'
import { secondFactorProof } from './sign-in/passkeys.ts'

/**
 * `rows`: maximum number of rows of a file; `lot`: of one import call; `bytes`: size of a file; `cell`: characters of a cell, far more than any field
 * accepts.
 */
export const importLimits = { rows: 1_000, lot: 100, bytes: 1_048_576, cell: 500 } as const

const numberFormat = new Intl.NumberFormat('fr-FR')
const cell = z._default(z.string('Ce champ est un texte').check(z.maxLength(importLimits.cell, `${importLimits.cell} caractères au plus`)), '')

/** Row of an import file. Only its form is checked here: a row with a wrong value is refused alone, with a reason. */
const importedRow = z.object({
  /** Line number in the file. */
  line: z.number('Un numéro de ligne est attendu'),
  email: cell,
  /** Empty: derived from the address. */
  username: cell,
  first_name: cell,
  last_name: cell,
  /** Teams of the account, separated by « ; » or « | »; missing ones are created. */
  teams: cell,
})
export type ImportedRow = z.output<typeof importedRow>

const importedRows = (maxRows: number) =>
  z
    .array(importedRow, 'Une liste de lignes est attendue')
    .check(z.minLength(1, 'Il n’y a aucune ligne à importer'), z.maxLength(maxRows, `${numberFormat.format(maxRows)} lignes au plus`))

/**
 * Outcome of a row. `created`: a new account; `existing`: the address already has an account, left unchanged; `joined`: it has one, which was added to the
 * teams of the row; `refused`: see `reason`.
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
  /** Names of the teams that the account joins. */
  teams: z.array(z.string()),
  reason: z.nullable(z.string()),
}
/** `new_teams`: teams named in the rows that do not exist yet. */
const plannedImport = z.object({ rows: z.array(z.object(plannedRow)), new_teams: z.array(z.string()) })
/** `password`: generated for an account created without an invitation. It is returned only here, and not stored. */
const importResult = z.object({ rows: z.array(z.object({ ...plannedRow, password: z.optional(z.string()) })) })
export type ImportOutcome = z.infer<typeof importResult>['rows'][number]

export const user = z.object({
  ...accountFields,
  created_at: z.string(),
  updated_at: timestamp,
  /** Time at which the person was invited to choose a password; null once it is chosen. */
  invited_at: nullableTimestamp,
})
export type User = z.infer<typeof user>

/** `teams`: teams of the account, in alphabetical order. */
const listedUser = z.extend(user, { teams: z.array(z.object({ id, name: z.string() })) })
export type ListedUser = z.infer<typeof listedUser>

/** Filters of the list of accounts. `team` is the id of a team, or `none` for accounts without one. */
const accountFilters = {
  search: z.optional(text(limits.name)),
  team: z.optional(z.union([id, z.literal('none')], 'Un identifiant de service, ou none, est attendu')),
  role: z.optional(z.enum(['admin', 'user'], 'Valeur attendue : admin ou user')),
  status: z.optional(z.enum(['active', 'invited', 'inactive'], 'Valeur attendue : active, invited ou inactive')),
}

/** Teams of the account. They replace those set by people of this instance; memberships from identity providers stay. Absent: no change. */
const teamIds = z.optional(z.array(id, 'Une liste est attendue').check(z.maxLength(limits.accountTeams, `${limits.accountTeams} services au plus`)))

/** `warning`: the password is accepted but weak. */
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
      page: clampedInteger(1, 100_000),
      per_page: clampedInteger(constants.usersPerPage, limits.perPage),
      ...accountFilters,
      cursor: pageQuery.cursor,
    }),
    answer: z.object({
      users: z.array(listedUser),
      pages: z.number(),
      current_page: z.number(),
      total: z.number(),
      /** Present only in answer to a call with `cursor`; null on the last page. */
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
      /** Sends the person a link to choose a password, instead of giving one. */
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
    answer: importResult,
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
      /** Current password of the caller, required when changing anything but the names of one's own account, with the second factor if there is one. */
      current_password: z.optional(password),
      ...secondFactorProof,
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
