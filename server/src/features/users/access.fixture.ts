import { routes } from '@parvis/contract'
import { publicRule, uniqueName } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { newTarget } from '../../testing/matrix/matrix-world.ts'
import { testPassword } from '../../testing/test-users.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'

const { users } = routes

const newPerson = () => {
  const username = uniqueName()
  return { username, email: `${username}@exemple.fr`, password: testPassword }
}
const newRow = () => ({ line: 2, email: `${uniqueName()}@exemple.fr` })

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(users.test),
  publicRule(users.list),
  { route: users.create, on: '', make: () => ({ body: newPerson() }) },
  publicRule(users.export),
  { route: users.previewImport, on: '', make: () => ({ body: { rows: [newRow()] } }) },
  { route: users.import, on: '', make: () => ({ body: { rows: [newRow()] } }) },
  { route: users.update, on: 'a person', make: async (world) => ({ params: await newTarget(world), body: { first_name: 'Zoé' } }) },
  { route: users.remove, on: 'a person', make: async (world) => ({ params: await newTarget(world) }) },
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
  { route: users.closeSessions, on: 'a person', make: async (world) => ({ params: await newTarget(world) }) },
  { route: users.resetPassword, on: 'a person', make: async (world) => ({ params: await newTarget(world), body: { password: 'Genêt-82-Torrent' } }) },
]
