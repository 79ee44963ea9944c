import { routes } from '@parvis/contract'
import { mine } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'
import { fresh, target } from '../../testing/matrix/matrix-world.ts'
import type { World } from '../../testing/matrix/matrix-world.ts'

const { grants } = routes

async function categoryOf({ app }: World): Promise<string> {
  const name = fresh()
  const row = await app.db
    .insertInto('document_category')
    .values({ name, name_key: name, display_name: name, is_known: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What is the instance's is an administrator's to open. */
const administered = { owner: 404, other: 404 }
const toEveryone = { grants: [{ subject: 'everyone', level: 'use' }] }

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  { route: grants.person, on: '', make: async (world) => ({ query: { account: (await world.app.createUser()).username } }) },
  { route: grants.sees, on: 'an account', make: async (world) => ({ params: await target(world) }) },
  ...([grants.get, grants.set] as const).flatMap((route): Rule[] => {
    const body = route === grants.set ? { body: toEveryone } : {}
    return [
      { route, on: 'an assistant', make: async (world) => ({ params: { kind: 'assistant', id: await world.assistant() }, ...body }), owned: administered },
      {
        route,
        on: 'a category',
        make: async (world) => ({ params: { kind: 'document_category', id: await categoryOf(world) }, ...body }),
        owned: administered,
      },
      { route, on: 'a prompt', make: async (world) => ({ params: { kind: 'prompt', id: await world.prompt() }, ...body }), owned: administered },
    ]
  }),
  mine(grants.get, 'a project', async (world) => ({ params: { kind: 'project', id: await world.project() } })),
  mine(grants.set, 'a project', async (world) => ({
    params: { kind: 'project', id: await world.project() },
    body: { grants: [{ subject: 'user', id: (await world.app.createUser()).id, level: 'use' }] },
  })),
]
