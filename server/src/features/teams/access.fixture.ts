import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'
import { fresh } from '../../testing/matrix/matrix-world.ts'
import type { World } from '../../testing/matrix/matrix-world.ts'

const { teams } = routes

/** A service of which A is a manager and B a stranger. */
async function teamOf({ app, people }: World, role: 'member' | 'manager' = 'manager'): Promise<{ id: string; user_id: string }> {
  const { id } = await app.db.insertInto('team').values({ name: fresh() }).returning('id').executeTakeFirstOrThrow()
  const other = await app.createUser()
  await app.db
    .insertInto('team_member')
    .values([
      { team_id: id, user_id: people.owner.id, role },
      { team_id: id, user_id: other.id, role: 'member' },
    ])
    .execute()
  return { id, user_id: other.id }
}

const stranger = { other: 404 }

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(teams.list),
  { route: teams.create, on: '', make: () => ({ body: { name: fresh() } }) },
  { route: teams.update, on: 'a service', make: async (world) => ({ params: await teamOf(world), body: { description: 'Accueil' } }) },
  { route: teams.remove, on: 'a service', make: async (world) => ({ params: await teamOf(world) }) },
  { route: teams.members, on: 'a service of A, member', make: async (world) => ({ params: await teamOf(world, 'member') }), owned: stranger },
  {
    route: teams.addMember,
    on: 'a service of A, manager',
    make: async (world) => ({ params: await teamOf(world), body: { account: (await world.app.createUser()).username } }),
    owned: stranger,
  },
  {
    route: teams.addMember,
    on: 'a service of A, member',
    make: async (world) => ({ params: await teamOf(world, 'member'), body: { account: (await world.app.createUser()).username } }),
    owned: { ...stranger, owner: 403 },
  },
  { route: teams.setRole, on: 'a service of A, manager', make: async (world) => ({ params: await teamOf(world), body: { role: 'manager' } }), owned: stranger },
  {
    route: teams.setRole,
    on: 'a service of A, member',
    make: async (world) => ({ params: await teamOf(world, 'member'), body: { role: 'manager' } }),
    owned: { ...stranger, owner: 403 },
  },
  { route: teams.removeMember, on: 'a service of A, manager', make: async (world) => ({ params: await teamOf(world) }), owned: stranger },
  {
    route: teams.removeMember,
    on: 'a service of A, member',
    make: async (world) => ({ params: await teamOf(world, 'member') }),
    owned: { ...stranger, owner: 403 },
  },
]
