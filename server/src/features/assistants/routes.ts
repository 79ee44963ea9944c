import { routes } from '@parvis/contract'
import type { Assistant } from '@parvis/contract'
import { notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../http/handler.ts'
import type { Handler } from '../../http/handler.ts'
import { audited } from '../auth/audit.ts'
import { takeFrom } from '../auth/throttle.ts'
import { countUse, findAssistant, listAssistants, listCategories } from './queries.ts'
import { listVersions, readVersion, restoreVersion } from './versions.ts'
import { createAssistant, updateAssistant } from './write-assistant.ts'

const { assistants, assistantVersions } = routes

// A person opens a few assistants a minute; a script that inflates the counts does not.
const uses = { burst: 60, everyMs: 1_000 }

async function existing(context: Context, id: string): Promise<Assistant> {
  const found = await findAssistant(context.db, id)
  if (found === null) throw notFound()
  return found
}

function visible(assistant: Assistant, caller: { is_admin: boolean }): Assistant {
  if (!assistant.is_active && !caller.is_admin) throw notFound()
  return assistant
}

export const assistantsHandlers: Handler[] = [
  handle(assistants.categories, ({ context }) => listCategories(context.db)),

  handle(assistants.list, ({ context, caller, query }) =>
    listAssistants(context.db, caller.is_admin ? query : { is_active: true }).then((list) => (query.is_active === false && !caller.is_admin ? [] : list)),
  ),

  handle(assistants.get, async ({ context, caller, params }) => visible(await existing(context, params.id), caller)),

  handle(assistants.create, ({ context, caller, body }) => createAssistant(context, body, caller.id)),

  handle(assistants.update, ({ context, caller, params, body }) => updateAssistant(context, params.id, body, { author_id: caller.id })),

  handle(assistants.remove, async ({ context, params }) => {
    const removed = await context.db.deleteFrom('assistant').where('id', '=', params.id).returning('id').executeTakeFirst()
    if (removed === undefined) throw notFound()
    return { message: 'Assistant supprimé' }
  }),

  handle(assistants.incrementUsage, async ({ context, caller, params }) => {
    visible(await existing(context, params.id), caller)
    const allowed = await takeFrom(context.db, uses, `use:${caller.id}`, context.now())
    const usage_count = allowed ? await countUse(context.db, params.id) : (await existing(context, params.id)).usage_count
    if (usage_count === null) throw notFound()
    return { message: 'Utilisation comptée', usage_count }
  }),

  handle(assistantVersions.list, ({ context, params }) => listVersions(context.db, params.id)),

  handle(assistantVersions.get, ({ context, params }) => readVersion(context.db, params.id, Number(params.number))),

  handle(assistantVersions.restore, (call) =>
    audited(call, 'assistant.restore', () => restoreVersion(call.context, call.params.id, Number(call.params.number), call.caller.id), call.params.id),
  ),
]
