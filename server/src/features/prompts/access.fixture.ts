import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { prompts } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(prompts.list),
  publicRule(prompts.save, { body: { name: 'Compte rendu', content: 'Résume.' } }),
  { route: prompts.save, on: 'a prompt', make: async (world) => ({ body: { id: await world.prompt(), name: 'Autre', content: 'Autre.' } }), success: 200 },
  { route: prompts.remove, on: 'a prompt', make: async (world) => ({ params: { id: await world.prompt() } }) },
]
