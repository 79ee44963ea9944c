import { routes } from '@parvis/contract'
import { ownerRule, publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { shares } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(shares.list),
  // Ids of other people's shares are ignored, and nothing is stored.
  publicRule(shares.seen, { body: { shares: [] } }),
  ownerRule(shares.create, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { people: [(await world.app.createUser()).id] },
  })),
  sharedRule('team', 'know', shares.create, async ({ id }, world, who) => ({ params: { id: await world.own(who, 'exchange') }, body: { teams: [id] } }), {
    absent: 422,
  }),
  sharedRule('share', 'read', shares.get),
  sharedRule('share', 'end', shares.update, ({ id }) => ({ params: { id }, body: { days: 7 } })),
  sharedRule('share', 'end', shares.remove),
  sharedRule('share', 'read', shares.continue),
]
