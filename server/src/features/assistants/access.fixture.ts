import { routes } from '@parvis/contract'
import { publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, RouteSample, MatrixWorld } from '../../testing/matrix/matrix-types.ts'

const { assistants, assistantFavorites, assistantVersions } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(assistants.categories),
  publicRule(assistants.list),
  publicRule(assistants.catalogue),
  sharedRule('assistant', 'use', assistants.get),
  sharedRule('ownAssistant', 'use', assistants.get),
  { route: assistants.get, on: 'an inactive assistant', make: onInactive, owned: { owner: 404, other: 404 } },
  {
    route: assistants.create,
    on: '',
    make: ({ category_id }) => ({ body: { name: 'Budget', description: 'Explique', prompt_content: 'Tu expliques.', category_id } }),
  },
  { route: assistants.update, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() }, body: { name: 'Autre' } }) },
  { route: assistants.remove, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  sharedRule('assistant', 'use', assistants.incrementUsage),
  publicRule(assistantFavorites.list),
  sharedRule('assistant', 'use', assistantFavorites.add),
  sharedRule('ownAssistant', 'use', assistantFavorites.add),
  { route: assistantFavorites.add, on: 'an inactive assistant', make: onInactive, owned: { owner: 404, other: 404 } },
  { route: assistantFavorites.remove, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  { route: assistantVersions.list, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant() } }) },
  { route: assistantVersions.get, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant(), number: '1' } }) },
  { route: assistantVersions.restore, on: 'an assistant', make: async (world) => ({ params: { id: await world.assistant(), number: '1' } }) },
]

async function onInactive(world: MatrixWorld): Promise<RouteSample> {
  const id = await world.assistant()
  await world.app.call(assistants.update, { params: { id }, body: { is_active: false }, token: world.people.admin.token })
  return { params: { id } }
}
