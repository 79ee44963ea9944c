import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule, World } from '../../testing/matrix/matrix-types.ts'
import { fresh } from '../../testing/matrix/matrix-parts.ts'
import { target } from '../../testing/matrix/matrix-world.ts'

const { quotas } = routes

const team = async ({ app }: World) => app.db.insertInto('team').values({ name: fresh() }).returning('id').executeTakeFirstOrThrow()

/** Access rules of these routes, for the authorization matrix. */
export const rules: Rule[] = [
  open(quotas.own),
  { route: quotas.ofUser, on: 'a person', make: async (world) => ({ params: await target(world) }) },
  { route: quotas.setUser, on: 'a person', make: async (world) => ({ params: await target(world), body: { tokens: 1_000_000 } }) },
  { route: quotas.ofTeam, on: 'a service', make: async (world) => ({ params: await team(world) }) },
  { route: quotas.setTeam, on: 'a service', make: async (world) => ({ params: await team(world), body: { tokens: null, kind: 'common' } }) },
]
