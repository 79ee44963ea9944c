import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors/app-error.ts'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { isPromptUsableBy } from '../../authorization/prompts.ts'
import { columns, createPrompt, updatePrompt } from './write-prompt.ts'

const { prompts } = routes
const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
const french = new Intl.Collator('fr')

export const promptsHandlers: RouteHandler[] = [
  handle(prompts.list, async ({ context, caller }) => {
    const list = await context.db
      .selectFrom('prompt')
      .where(isPromptUsableBy(sql`id`, caller.id))
      .select(columns)
      .execute()
    return list.sort((a, b) => french.compare(a.name, b.name))
  }),

  handle(prompts.save, (call) => {
    const { context, caller, setStatus } = call
    const { id, client_id, expected_updated_at, ...fields } = call.body
    const creation = { kind: 'prompt', person_id: caller.id, client_id }
    const save = () => (id === undefined ? createPrompt(context.db, creation, fields) : updatePrompt(context, caller, id, fields, expected_updated_at))
    if (id !== undefined) setStatus(200)
    return audited(call, 'prompt.save', save, named)
  }),

  handle(prompts.remove, async (call) => {
    const { context, params } = call
    await audited(
      call,
      'prompt.remove',
      async () => {
        const removed = await context.db.deleteFrom('prompt').where('id', '=', params.id).returning(['id', 'name']).executeTakeFirstOrThrow(notFound)
        return removed
      },
      named,
    )
    return { message: 'Prompt supprimé' }
  }),
]
