import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { newTarget } from '../../testing/matrix/matrix-world.ts'
import { testPassword } from '../../testing/test-users.ts'

const { rights } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(rights.holdings),
  publicRule(rights.download),
  {
    route: rights.deleteOwnAccount,
    on: '',
    make: async (world, who) => ({ caller: await world.again(who), body: { password: testPassword, shared_documents: 'delete' } }),
  },
  { route: rights.userHoldings, on: 'a person', make: async (world) => ({ params: await newTarget(world) }) },
]
