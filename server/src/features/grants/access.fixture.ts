import { routes, type GrantKind } from '@parvis/contract'
import { sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { newTarget } from '../../testing/matrix/matrix-world.ts'

const { grants } = routes

const kinds = [
  ['assistant', 'assistant'],
  ['ownAssistant', 'assistant'],
  ['category', 'document_category'],
  ['project', 'project'],
  ['prompt', 'prompt'],
  ['writtenDocument', 'written_document'],
] as const satisfies [string, GrantKind][]

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  { route: grants.sees, on: 'an account', make: async (world) => ({ params: await newTarget(world) }) },
  ...kinds.flatMap(([thing, kind]) => [
    sharedRule(thing, 'open', grants.get, ({ id }) => ({ params: { kind, id } })),
    sharedRule(thing, 'open', grants.set, ({ id }) => ({ params: { kind, id }, body: { grants: [] } })),
  ]),
  sharedRule(
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
