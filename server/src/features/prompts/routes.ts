import { routes } from '@parvis/contract'
import { notFound } from '../../app-error.ts'
import { handle } from '../../http/handler.ts'
import type { Handler } from '../../http/handler.ts'
import { addPrompt, changePrompt, columns } from './write-prompt.ts'

const { prompts } = routes
const french = new Intl.Collator('fr')

export const promptsHandlers: Handler[] = [
  handle(prompts.list, async ({ context }) => {
    const list = await context.db.selectFrom('prompt').select(columns).execute()
    return list.sort((a, b) => french.compare(a.name, b.name))
  }),

  handle(prompts.save, async ({ context, body: { id, ...fields }, setStatus }) => {
    if (id === undefined) return addPrompt(context.db, fields)
    setStatus(200)
    return changePrompt(context.db, id, fields, context.now())
  }),

  handle(prompts.remove, async ({ context, params }) => {
    const removed = await context.db.deleteFrom('prompt').where('id', '=', params.id).returning('id').executeTakeFirst()
    if (removed === undefined) throw notFound()
    return { message: 'Prompt supprimé' }
  }),
]
