import { routes } from '@parvis/contract'
import { publicRule, uniqueName } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld } from '../../testing/matrix/matrix-types.ts'

const { assistantCategories, documentCategories } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(assistantCategories.list),
  { route: assistantCategories.create, on: '', make: () => ({ body: { name: uniqueName() } }) },
  {
    route: assistantCategories.update,
    on: 'a category',
    make: async (world) => ({ params: await madeCategory(world, 'assistant_category'), body: { icon: 'Zap' } }),
  },
  { route: assistantCategories.remove, on: 'a category', make: async (world) => ({ params: await madeCategory(world, 'assistant_category') }) },
  publicRule(documentCategories.list),
  { route: documentCategories.create, on: '', make: () => ({ body: { name: uniqueName() } }) },
  {
    route: documentCategories.update,
    on: 'a category',
    make: async (world) => ({ params: await madeCategory(world, 'document_category'), body: { display_name: uniqueName() } }),
  },
  { route: documentCategories.remove, on: 'a category', make: async (world) => ({ params: await madeCategory(world, 'document_category') }) },
]

async function madeCategory({ app }: MatrixWorld, table: 'assistant_category' | 'document_category'): Promise<{ id: string }> {
  const name = uniqueName()
  if (table === 'assistant_category') return app.db.insertInto(table).values({ name, icon: 'Zap' }).returning('id').executeTakeFirstOrThrow()
  return app.db.insertInto(table).values({ name, name_key: name, display_name: name, is_known: true }).returning('id').executeTakeFirstOrThrow()
}
