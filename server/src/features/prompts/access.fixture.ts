import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

const { prompts } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(prompts.list),
  open(prompts.save, { body: { name: 'Compte rendu', content: 'Résume.' } }),
  { route: prompts.save, on: 'a prompt', make: async (world) => ({ body: { id: await world.prompt(), name: 'Autre', content: 'Autre.' } }), success: 200 },
  { route: prompts.remove, on: 'a prompt', make: async (world) => ({ params: { id: await world.prompt() } }) },
]
