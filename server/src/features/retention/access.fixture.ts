import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule, World } from '../../testing/matrix/matrix-types.ts'
import { target } from '../../testing/matrix/matrix-world.ts'

const { retention } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(retention.get),
  open(retention.update, { body: { feedback: 400 } }),
  open(retention.forecast),
  open(retention.purge),
  { route: retention.hold, on: 'a person', make: async (world) => ({ body: { user_id: (await target(world)).id, reason: 'Contentieux' } }) },
  { route: retention.release, on: 'a hold', make: async (world) => ({ params: { id: await heldAccount(world) } }) },
  open(retention.expiring),
  mine(retention.keep, 'A’s conversation', async (world) => ({ params: { id: (await world.conversation()).id }, body: { kept: true } })),
]

async function heldAccount(world: World): Promise<string> {
  const { id: user_id } = await target(world)
  return (await world.app.call(retention.hold, { body: { user_id, reason: 'Contentieux' }, token: world.people.admin.token })).body.id
}
