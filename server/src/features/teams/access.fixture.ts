import { routes } from '@parvis/contract'
import { open, opened } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { fresh } from '../../testing/matrix/matrix-parts.ts'

const { people, teams } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(people.suggest),
  open(teams.list),
  { route: teams.create, on: '', make: () => ({ body: { name: fresh() } }) },
  opened('team', 'know', teams.update, ({ id }) => ({ params: { id }, body: { description: 'Accueil' } })),
  opened('team', 'know', teams.remove),
  opened('team', 'know', teams.members),
  opened('team', 'fill', teams.addMember, async ({ id }, { app }) => ({ params: { id }, body: { account: (await app.createUser()).username } })),
  opened('team', 'fill', teams.addMembers, async ({ id }, { app }) => ({ params: { id }, body: { people: [(await app.createUser()).id] } })),
  opened('team', 'fill', teams.setRole, ({ id, user_id }) => ({ params: { id, user_id }, body: { role: 'manager' } })),
  opened('team', 'fill', teams.removeMember, ({ id, user_id }) => ({ params: { id, user_id } })),
]
