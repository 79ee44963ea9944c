import { routes } from '@parvis/contract'
import { ownerRule, publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { prompts, personalPrompts, promptChoices } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(prompts.list),
  publicRule(prompts.save, { body: { name: 'Compte rendu', content: 'Résume.' } }),
  { route: prompts.save, on: 'a prompt', make: async (world) => ({ body: { id: await world.prompt(), name: 'Autre', content: 'Autre.' } }), success: 200 },
  { route: prompts.remove, on: 'a prompt', make: async (world) => ({ params: { id: await world.prompt() } }) },

  publicRule(personalPrompts.page),
  publicRule(personalPrompts.create, { body: { name: 'Compte rendu', content: 'Résumez.' } }),
  ownerRule(personalPrompts.get, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  ownerRule(personalPrompts.update, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() }, body: { name: 'Pris' } })),
  ownerRule(personalPrompts.remove, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),

  publicRule(promptChoices.list),
  ownerRule(promptChoices.get, 'A’s prompt', async (world) => ({ params: { id: await world.personalPrompt() } })),
  sharedRule('prompt', 'choose', promptChoices.get),
]
