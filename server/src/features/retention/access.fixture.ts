import { routes } from '@parvis/contract'
import { ownerRule, publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld } from '../../testing/matrix/matrix-types.ts'
import { newTarget } from '../../testing/matrix/matrix-world.ts'

const { retention } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(retention.get),
  publicRule(retention.update, { body: { feedback: 400 } }),
  publicRule(retention.forecast),
  publicRule(retention.purge),
  { route: retention.hold, on: 'a person', make: async (world) => ({ body: { user_id: (await newTarget(world)).id, reason: 'Contentieux' } }) },
  { route: retention.release, on: 'a hold', make: async (world) => ({ params: { id: await heldAccount(world) } }) },
  publicRule(retention.expiring),
  ownerRule(retention.keep, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { kept: true } })),
]

async function heldAccount(world: MatrixWorld): Promise<string> {
  const { id: user_id } = await newTarget(world)
  return (await world.app.call(retention.hold, { body: { user_id, reason: 'Contentieux' }, token: world.people.admin.token })).body.id
}
