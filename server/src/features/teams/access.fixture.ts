import { routes } from '@parvis/contract'
import { publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { uniqueName } from '../../testing/matrix/matrix-parts.ts'

const { people, teams } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(people.suggest),
  publicRule(teams.list),
  { route: teams.create, on: '', make: () => ({ body: { name: uniqueName() } }) },
  sharedRule('team', 'know', teams.update, ({ id }) => ({ params: { id }, body: { description: 'Accueil' } })),
  sharedRule('team', 'know', teams.remove),
  sharedRule('team', 'know', teams.members),
  sharedRule('team', 'fill', teams.addMember, async ({ id }, { app }) => ({ params: { id }, body: { account: (await app.createUser()).username } })),
  sharedRule('team', 'fill', teams.addMembers, async ({ id }, { app }) => ({ params: { id }, body: { people: [(await app.createUser()).id] } })),
  sharedRule('team', 'fill', teams.setRole, ({ id, user_id }) => ({ params: { id, user_id }, body: { role: 'manager' } })),
  sharedRule('team', 'fill', teams.removeMember, ({ id, user_id }) => ({ params: { id, user_id } })),
]
