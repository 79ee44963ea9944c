import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'
import type { World } from '../../testing/matrix/matrix-world.ts'

const { shares } = routes

/** A share of A, for somebody else than those who call. */
async function shared(world: World): Promise<string> {
  const [{ id }, reader] = [await world.conversation(), await world.app.createUser()]
  const answer = await world.app.call(shares.create, { params: { id }, body: { people: [reader.id] }, token: world.people.owner.token })
  if (answer.status !== 201) throw new Error(`the share could not be made: ${answer.text}`)
  return answer.body.id
}

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(shares.list),
  // Of others’ it is told nothing, and nothing is kept.
  open(shares.seen, { body: { shares: [] } }),
  mine(shares.create, 'A’s conversation', async (world) => ({
    params: { id: (await world.conversation()).id },
    body: { people: [(await world.app.createUser()).id] },
  })),
  mine(shares.get, 'A’s share', async (world) => ({ params: { id: await shared(world) } })),
  mine(shares.update, 'A’s share', async (world) => ({ params: { id: await shared(world) }, body: { days: 7 } })),
  mine(shares.remove, 'A’s share', async (world) => ({ params: { id: await shared(world) } })),
  mine(shares.continue, 'A’s share', async (world) => ({ params: { id: await shared(world) } })),
]
