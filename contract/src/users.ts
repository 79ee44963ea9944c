import * as z from 'zod/mini'
import { counter, email, idParams, messageAnswer, password, text } from './common.ts'
import { constants, limits } from './constants.ts'
import { accountFields, username } from './auth.ts'
import { removalQuery } from './rights.ts'
import { route } from './route.ts'

export const user = z.object({
  ...accountFields,
  created_at: z.string(),
})
export type User = z.infer<typeof user>

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
    summary: 'Les comptes, par pages.',
    query: z.object({ page: counter(1, 100_000), per_page: counter(constants.usersPerPage, limits.perPage), search: z.optional(text(limits.name)) }),
    answer: z.object({ users: z.array(user), pages: z.number(), current_page: z.number(), total: z.number() }),
  }),
  create: route({
    method: 'POST',
    path: '/users',
    access: 'admin',
    forbidden: 'users.forbidden',
    status: 201,
    summary: 'Crée un compte.',
    body: z.object({
      username,
      email,
      password,
      first_name: z._default(text(limits.name), ''),
      last_name: z._default(text(limits.name), ''),
      is_admin: z._default(z.boolean(), false),
      is_active: z._default(z.boolean(), true),
    }),
    answer: user,
  }),
  update: route({
    method: 'PUT',
    path: '/users/:id',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: 'Modifie un compte ; les champs absents ne changent pas.',
    params: idParams,
    body: z.object({
      username: z.optional(username),
      email: z.optional(email),
      password: optionalPassword,
      first_name: z.optional(text(limits.name)),
      last_name: z.optional(text(limits.name)),
      is_admin: z.optional(z.boolean()),
      is_active: z.optional(z.boolean()),
    }),
    answer: user,
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/:id',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: 'Supprime un compte et tout ce qui lui appartient ; ses documents partagés sont transférés ou supprimés.',
    params: idParams,
    query: removalQuery,
    answer: messageAnswer,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/users/:id/reset-password',
    access: 'admin',
    forbidden: 'users.forbidden',
    summary: 'Donne un nouveau mot de passe à un compte ; ferme ses sessions.',
    params: idParams,
    body: z.object({ password }),
    answer: messageAnswer,
  }),
}
