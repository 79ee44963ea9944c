import { routes } from '@parvis/contract'
import { mine, open, opened } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

const { shares } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(shares.list),
  // Ids of other people's shares are ignored, and nothing is stored.
  open(shares.seen, { body: { shares: [] } }),
  mine(shares.create, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { people: [(await world.app.createUser()).id] },
  })),
  opened('team', 'know', shares.create, async ({ id }, world, who) => ({ params: { id: await world.own(who, 'exchange') }, body: { teams: [id] } }), {
    absent: 422,
  }),
  opened('share', 'read', shares.get),
  opened('share', 'end', shares.update, ({ id }) => ({ params: { id }, body: { days: 7 } })),
  opened('share', 'end', shares.remove),
  opened('share', 'read', shares.continue),
]
