import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import { target, textFile } from '../../testing/matrix/matrix-world.ts'
import type { World } from '../../testing/matrix/matrix-world.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'

const { grants, projectHandOver, projects } = routes

/** A project of A that B manages, and may read. */
async function managed(world: World): Promise<{ id: string }> {
  const { owner, other } = world.people
  const { id } = (await world.app.call(projects.create, { body: { name: 'Passerelle' }, token: owner.token })).body
  const body = { grants: [{ subject: 'user' as const, id: other.id, level: 'manage' as const }] }
  const { status } = await world.app.call(grants.set, { params: { kind: 'project', id }, body, token: owner.token })
  if (status !== 200) throw new Error(`grants.set answered ${status}`)
  return { id }
}
const managedOn = 'A’s project that B manages'
/** B may, or only A. */
const byManager = { admin: 404 }
const byOwner = { other: 403, admin: 404 }

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(projects.list),
  open(projects.page),
  open(projects.create, { body: { name: 'Voie verte' } }),
  mine(projects.get, 'A’s project', async (world) => ({ params: { id: await world.project() } })),
  mine(projects.update, 'A’s project', async (world) => ({ params: { id: await world.project() }, body: { name: 'Pris' } })),
  mine(projects.files, 'A’s project', async (world) => ({ params: await world.projectWithFile() })),
  mine(projects.addFiles, 'A’s project', async (world) => ({ params: { id: await world.project() }, form: textFile('document', 'intrus.txt', 'Intrus') })),
  mine(projects.removeFile, 'A’s project', async (world) => ({ params: await world.projectWithFile() })),
  mine(projectHandOver.give, 'A’s project', async (world) => ({
    params: { id: await world.project() },
    body: { account: (await world.app.createUser()).username },
  })),
  { route: projects.get, on: managedOn, make: async (world) => ({ params: await managed(world) }), owned: byManager },
  { route: projects.update, on: managedOn, make: async (world) => ({ params: await managed(world), body: { status: 'archived' } }), owned: byManager },
  { route: grants.get, on: managedOn, make: async (world) => ({ params: { kind: 'project', ...(await managed(world)) } }), owned: byManager },
  {
    route: grants.set,
    on: managedOn,
    make: async (world) => ({ params: { kind: 'project', ...(await managed(world)) }, body: { grants: [] } }),
    owned: byManager,
  },
  { route: projects.remove, on: managedOn, make: async (world) => ({ params: await managed(world) }), owned: byOwner },
  {
    route: projectHandOver.give,
    on: managedOn,
    make: async (world) => ({ params: await managed(world), body: { account: (await world.app.createUser()).username } }),
    owned: byOwner,
  },
  // Somebody active gives their own.
  { route: projectHandOver.giveOf, on: 'an account', make: async (world) => ({ params: await target(world) }), success: 409 },
  mine(projects.remove, 'A’s project', async (world) => ({ params: { id: await world.project() } })),
]
