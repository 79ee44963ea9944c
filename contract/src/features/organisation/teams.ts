import * as z from 'zod/mini'
import { creationKey, expectedUpdate, id, idParams, line, messageAnswer, requiredLine, text, timestamp } from '../../common.ts'
import { limits } from '../../limits.ts'
import { teamRules } from '../../field-rules.ts'
import { account } from './people.ts'
import { route } from '../../route.ts'

const role = z.enum(['member', 'manager'], 'Rôle attendu : member ou manager')
export type TeamRole = z.infer<typeof role>

/** People who may share an object with a team, besides administrators: everyone, its members, or only its managers. */
const sharing = z.enum(['anyone', 'members', 'managers'], 'Valeur attendue : anyone, members ou managers')
export type TeamSharing = z.infer<typeof sharing>

const team = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Name of the corresponding group at the identity providers; null if none, and always null for non-administrators. */
  group_name: z.nullable(z.string()),
  sharing,
  member_count: z.number(),
  /** Role of the caller; null when the caller is not a member. */
  role: z.nullable(role),
  updated_at: timestamp,
})
export type Team = z.infer<typeof team>

const teamMember = z.object({
  user_id: id,
  username: z.string(),
  name: z.string(),
  role,
  is_active: z.boolean(),
  /** True when added by hand in Parvis, whether or not a provider also reports it (`providers`). */
  is_local: z.boolean(),
  /** Labels of the identity providers that report the membership. */
  providers: z.array(z.string()),
})
export type TeamMember = z.infer<typeof teamMember>

const { name } = teamRules
const groupName = z.pipe(
  z.nullable(line(limits.groupName)),
  z.transform((value) => (value === null || value.trim() === '' ? null : value.trim())),
)
const memberParams = z.object({ id, user_id: id })
// Membership of a team decides on access to all of these.
const changes = ['/teams', '/assistants', '/bibliotheque', '/rag/categories', '/prompts', '/projects', '/rights', '/users', '/people'] as const

export const teams = {
  list: route({
    method: 'GET',
    path: '/teams',
    access: 'user',
    summary: 'Les services dont on fait partie et ceux à qui l’on peut donner quelque chose, par nom ; tous pour un administrateur.',
    answer: z.array(team),
  }),
  create: route({
    method: 'POST',
    path: '/teams',
    access: 'admin',
    status: 201,
    changes,
    summary: 'Crée un service ; ni la casse ni les accents ne distinguent deux noms.',
    body: z.object({
      ...creationKey,
      name: requiredLine(name.max, name.required),
      description: z._default(text(limits.description), ''),
      group_name: z._default(groupName, null),
      sharing: z._default(sharing, 'members'),
    }),
    answer: team,
  }),
  update: route({
    method: 'PUT',
    path: '/teams/:id',
    access: 'admin',
    changes,
    summary: 'Modifie un service ; les champs absents ne changent pas. Changer de groupe retire les personnes que l’ancien avait fait entrer.',
    params: idParams,
    body: z.object({
      name: z.optional(requiredLine(name.max, name.required)),
      description: z.optional(text(limits.description)),
      group_name: z.optional(groupName),
      sharing: z.optional(sharing),
      expected_updated_at: expectedUpdate,
    }),
    answer: team,
  }),
  remove: route({
    method: 'DELETE',
    path: '/teams/:id',
    access: 'admin',
    changes,
    summary: 'Supprime un service : ses membres gardent leur compte, et ce qui ne leur était ouvert que par lui se ferme.',
    params: idParams,
    answer: messageAnswer,
  }),
  members: route({
    method: 'GET',
    path: '/teams/:id/members',
    access: 'user',
    summary: 'Les membres d’un service, pour eux et pour les administrateurs : les responsables d’abord, puis par nom.',
    params: idParams,
    answer: z.array(teamMember),
  }),
  addMember: route({
    method: 'POST',
    path: '/teams/:id/members',
    access: 'user',
    changes,
    status: 201,
    summary:
      'Met quelqu’un dans un service, par son nom d’utilisateur ou son adresse exacts : pour ses responsables et les administrateurs. Qui en est déjà responsable le reste.',
    params: idParams,
    body: z.object({ account, role: z._default(role, 'member') }),
    answer: teamMember,
  }),
  addMembers: route({
    method: 'PUT',
    path: '/teams/:id/members',
    access: 'user',
    changes,
    summary: `Met plusieurs personnes (${limits.newMembers} au plus) dans un service, par les identifiants de \`GET /people\` : pour ses responsables et les administrateurs. Qui en est déjà responsable le reste.`,
    params: idParams,
    body: z.object({
      people: z
        .array(id, 'Une liste est attendue')
        .check(z.minLength(1, 'Choisissez au moins une personne'), z.maxLength(limits.newMembers, `${limits.newMembers} personnes au plus`)),
      role: z._default(role, 'member'),
    }),
    answer: z.array(teamMember),
  }),
  setRole: route({
    method: 'PUT',
    path: '/teams/:id/members/:user_id',
    access: 'user',
    changes,
    summary: 'Change le rôle d’un membre : pour les responsables et les administrateurs.',
    params: memberParams,
    body: z.object({ role }),
    answer: teamMember,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/teams/:id/members/:user_id',
    access: 'user',
    changes,
    summary: 'Retire quelqu’un d’un service, ou s’en retire ; ce qu’un fournisseur d’identité dit se change chez lui.',
    params: memberParams,
    answer: messageAnswer,
  }),
}
