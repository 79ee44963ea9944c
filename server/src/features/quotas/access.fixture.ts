import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld } from '../../testing/matrix/matrix-types.ts'
import { uniqueName } from '../../testing/matrix/matrix-parts.ts'
import { newTarget } from '../../testing/matrix/matrix-world.ts'

const { quotas } = routes

const team = async ({ app }: MatrixWorld) => app.db.insertInto('team').values({ name: uniqueName() }).returning('id').executeTakeFirstOrThrow()

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(quotas.own),
  { route: quotas.ofUser, on: 'a person', make: async (world) => ({ params: await newTarget(world) }) },
  { route: quotas.setUser, on: 'a person', make: async (world) => ({ params: await newTarget(world), body: { tokens: 1_000_000 } }) },
  { route: quotas.ofTeam, on: 'a service', make: async (world) => ({ params: await team(world) }) },
  { route: quotas.setTeam, on: 'a service', make: async (world) => ({ params: await team(world), body: { tokens: null, kind: 'common' } }) },
]
