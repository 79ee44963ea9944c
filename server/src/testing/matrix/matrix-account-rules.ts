import { routes } from '@parvis/contract'
import { mailsSettled } from '../../features/auth/registration/mail-later.ts'
import { mine, open } from './matrix-rule.ts'
import type { Rule } from './matrix-rule.ts'
import type { World } from './matrix-world.ts'
import { testPassword } from '../test-users.ts'

const { auth, users, profile } = routes

/** A name that nobody has. */
export const fresh = () => `agent-${crypto.randomUUID().slice(0, 8)}`
const newPerson = () => {
  const username = fresh()
  return { username, email: `${username}@exemple.fr`, password: testPassword }
}
const newRow = () => ({ line: 2, email: `${fresh()}@exemple.fr` })
/** Somebody to act upon. */
export const target = async ({ app }: World) => ({ id: (await app.createUser()).id })

/** The calls of signing in, of accounts and of the profile. */
export const accountRules: Rule[] = [
  { route: auth.login, on: '', make: ({ people }) => ({ body: { username: people.other.username, password: testPassword } }) },
  { route: auth.register, on: '', make: () => ({ body: newPerson() }) },
  open(auth.confirmRegistration, { body: { token: 'inconnu', password: testPassword } }, 400),
  open(auth.resendRegistration, { body: { email: 'personne@exemple.fr' } }),
  { route: auth.refresh, on: '', make: async (world, who) => ({ caller: await world.again(who), body: {} }) },
  open(auth.me),
  { route: auth.logout, on: '', make: async (world, who) => ({ caller: await world.again(who) }) },
  open(auth.forgotPassword, { body: { email: 'personne@exemple.fr' } }),
  open(auth.resetPassword, { body: { token: 'inconnu', password: testPassword } }, 400),
  {
    route: auth.changePassword,
    on: '',
    make: async (world, who) => ({ caller: await world.again(who), body: { current_password: testPassword, new_password: 'Genêt-82-Torrent' } }),
  },

  open(users.test),
  open(users.list),
  { route: users.create, on: '', make: () => ({ body: newPerson() }) },
  open(users.export),
  { route: users.previewImport, on: '', make: () => ({ body: { rows: [newRow()] } }) },
  { route: users.import, on: '', make: () => ({ body: { rows: [newRow()] } }) },
  { route: users.update, on: 'a person', make: async (world) => ({ params: await target(world), body: { first_name: 'Zoé' } }) },
  { route: users.remove, on: 'a person', make: async (world) => ({ params: await target(world) }) },
  {
    route: users.invite,
    on: 'a person',
    make: async (world) => {
      const { password: _, ...person } = newPerson()
      const made = await world.app.call(users.create, { token: world.people.admin.token, body: { ...person, invite: true } })
      // The mail leaves after the answer, and the row says when.
      await mailsSettled(world.app.context)
      return { params: { id: made.body.id } }
    },
  },
  { route: users.resetPassword, on: 'a person', make: async (world) => ({ params: await target(world), body: { password: 'Genêt-82-Torrent' } }) },

  open(profile.get),
  open(profile.update, { body: { fonction: 'Secrétaire de mairie' } }),
  open(profile.options),
  open(profile.security),
  mine(profile.closeSession, 'A’s session', async ({ app, people }) => {
    const { username, id } = people.owner
    await app.call(auth.login, { body: { username, password: testPassword } })
    const newest = app.db.selectFrom('session').select('id').where('user_id', '=', id).orderBy('created_at', 'desc')
    return { params: await newest.executeTakeFirstOrThrow() }
  }),
  { route: profile.closeOtherSessions, on: '', make: async (world, who) => ({ caller: await world.again(who) }) },
]
