import { routes, type GrantKind } from '@parvis/contract'
import { opened } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { target } from '../../testing/matrix/matrix-world.ts'

const { grants } = routes

const kinds = [
  ['assistant', 'assistant'],
  ['ownAssistant', 'assistant'],
  ['category', 'document_category'],
  ['project', 'project'],
  ['prompt', 'prompt'],
] as const satisfies [string, GrantKind][]

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  { route: grants.sees, on: 'an account', make: async (world) => ({ params: await target(world) }) },
  ...kinds.flatMap(([thing, kind]) => [
    opened(thing, 'open', grants.get, ({ id }) => ({ params: { kind, id } })),
    opened(thing, 'open', grants.set, ({ id }) => ({ params: { kind, id }, body: { grants: [] } })),
  ]),
  opened(
    'team',
    'know',
    grants.set,
    async ({ id }, world, who) => ({
      params: { kind: 'project', id: await world.own(who, 'project') },
      body: { grants: [{ subject: 'team', id, level: 'use' }] },
    }),
    { absent: 422 },
  ),
]
