import { routes } from '@parvis/contract'
import { mine, open, opened } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'

const { personalPrompts, promptChoices } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(personalPrompts.page),
  open(personalPrompts.create, { body: { name: 'Compte rendu', content: 'Résumez.' } }),
  mine(personalPrompts.get, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  mine(personalPrompts.update, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() }, body: { name: 'Pris' } })),
  mine(personalPrompts.remove, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  open(promptChoices.list),
  mine(promptChoices.get, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  opened('prompt', 'choose', promptChoices.get),
]
