import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule, World } from '../../testing/matrix/matrix-types.ts'
import { fresh } from '../../testing/matrix/matrix-parts.ts'

const { assistantCategories, documentCategories } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(assistantCategories.list),
  { route: assistantCategories.create, on: '', make: () => ({ body: { name: fresh() } }) },
  {
    route: assistantCategories.update,
    on: 'a category',
    make: async (world) => ({ params: await madeCategory(world, 'assistant_category'), body: { icon: 'Zap' } }),
  },
  { route: assistantCategories.remove, on: 'a category', make: async (world) => ({ params: await madeCategory(world, 'assistant_category') }) },
  open(documentCategories.list),
  { route: documentCategories.create, on: '', make: () => ({ body: { name: fresh() } }) },
  {
    route: documentCategories.update,
    on: 'a category',
    make: async (world) => ({ params: await madeCategory(world, 'document_category'), body: { display_name: fresh() } }),
  },
  { route: documentCategories.remove, on: 'a category', make: async (world) => ({ params: await madeCategory(world, 'document_category') }) },
]

async function madeCategory({ app }: World, table: 'assistant_category' | 'document_category'): Promise<{ id: string }> {
  const name = fresh()
  if (table === 'assistant_category') return app.db.insertInto(table).values({ name, icon: 'Zap' }).returning('id').executeTakeFirstOrThrow()
  return app.db.insertInto(table).values({ name, name_key: name, display_name: name, is_known: true }).returning('id').executeTakeFirstOrThrow()
}
