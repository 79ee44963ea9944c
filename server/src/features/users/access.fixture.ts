import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { fresh } from '../../testing/matrix/matrix-parts.ts'
import { target } from '../../testing/matrix/matrix-world.ts'
import { testPassword } from '../../testing/test-users.ts'
import { mailsSettled } from '../auth/registration/mail-later.ts'

const { users } = routes

const newPerson = () => {
  const username = fresh()
  return { username, email: `${username}@exemple.fr`, password: testPassword }
}
const newRow = () => ({ line: 2, email: `${fresh()}@exemple.fr` })

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
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
      // The mail is sent after the response, and updates the row.
      await mailsSettled(world.app.context)
      return { params: { id: made.body.id } }
    },
  },
  { route: users.closeSessions, on: 'a person', make: async (world) => ({ params: await target(world) }) },
  { route: users.resetPassword, on: 'a person', make: async (world) => ({ params: await target(world), body: { password: 'Genêt-82-Torrent' } }) },
]
