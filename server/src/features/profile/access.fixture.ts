import { routes } from '@parvis/contract'
import { ownerRule, publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { testPassword } from '../../testing/test-users.ts'

const { auth, profile } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(profile.get),
  publicRule(profile.update, { body: { fonction: 'Secrétaire de mairie' } }),
  publicRule(profile.preferences, { body: { enter_sends: false } }),
  publicRule(profile.options),
  publicRule(profile.security),
  ownerRule(profile.closeSession, 'A’s session', async ({ app, people }) => {
    const { username, id } = people.owner
    await app.call(auth.login, { body: { username, password: testPassword } })
    const newest = app.db.selectFrom('session').select('id').where('user_id', '=', id).orderBy('created_at', 'desc')
    return { params: await newest.executeTakeFirstOrThrow() }
  }),
  { route: profile.closeOtherSessions, on: '', make: async (world, who) => ({ caller: await world.again(who) }) },
]
