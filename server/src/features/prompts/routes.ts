import { routes } from '@parvis/contract'
import { notFound } from '../../app-error.ts'
import { handle } from '../../http/handler.ts'
import type { Handler } from '../../http/handler.ts'

const { prompts } = routes
const columns = ['id', 'name', 'content'] as const
const french = new Intl.Collator('fr')

export const promptsHandlers: Handler[] = [
  handle(prompts.list, async ({ context }) => {
    const list = await context.db.selectFrom('prompt').select(columns).execute()
    return list.sort((a, b) => french.compare(a.name, b.name))
  }),

  handle(prompts.save, async ({ context, body: { id, ...fields }, setStatus }) => {
    if (id === undefined) return context.db.insertInto('prompt').values(fields).returning(columns).executeTakeFirstOrThrow()
    const saved = await context.db
      .updateTable('prompt')
      .set({ ...fields, updated_at: context.now() })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst()
    if (saved === undefined) throw notFound()
    setStatus(200)
    return saved
  }),

  handle(prompts.remove, async ({ context, params }) => {
    const removed = await context.db.deleteFrom('prompt').where('id', '=', params.id).returning('id').executeTakeFirst()
    if (removed === undefined) throw notFound()
    return { message: 'Prompt supprimé' }
  }),
]
