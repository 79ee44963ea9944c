import { routes, type Assistant } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { takeFrom } from '../auth/throttle.ts'
import { addFavorite, listFavorites, removeFavorite } from './favorites.ts'
import { countUse, findAssistant, listAssistants, listCatalogue, listCategories } from './queries.ts'
import { listVersions, readVersion, restoreVersion } from './versions.ts'
import { createAssistant, removeAssistant, updateAssistant } from './write-assistant.ts'

const { assistants, assistantFavorites, assistantVersions } = routes

// Rate limit of counted uses: a person opens a few assistants a minute; a script must not inflate the counts.
const uses = { burst: 60, everyMs: 1_000 }

async function visible(context: Context, id: string, caller: Caller): Promise<Assistant> {
  const found = await findAssistant(context.db, id, caller)
  if (found === null) throw notFound()
  return found
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

export const assistantsHandlers: RouteHandler[] = [
  handle(assistants.categories, ({ context }) => listCategories(context.db)),

  handle(assistants.list, ({ context, caller, query }) => listAssistants(context.db, caller, query)),

  handle(assistants.catalogue, ({ context, caller }) => listCatalogue(context.db, caller)),

  handle(assistants.get, ({ context, caller, params }) => visible(context, params.id, caller)),

  handle(assistants.create, (call) => audited(call, 'assistant.create', () => createAssistant(call.context, call.body, call.caller.id), named)),

  handle(assistants.update, (call) =>
    audited(call, 'assistant.update', () => updateAssistant(call.context, call.params.id, call.body, { author_id: call.caller.id }), named),
  ),

  handle(assistants.remove, async (call) => {
    const { context, params } = call
    await audited(call, 'assistant.remove', () => removeAssistant(context.db, params.id, null), named)
    return { message: 'Assistant supprimé' }
  }),

  handle(assistants.incrementUsage, async ({ context, caller, params }) => {
    const found = await visible(context, params.id, caller)
    const allowed = await takeFrom(context.db, uses, `use:${caller.id}`, context.now())
    const usage_count = allowed ? await countUse(context.db, params.id) : found.usage_count
    if (usage_count === null) throw notFound()
    return { message: 'Utilisation comptée', usage_count }
  }),

  handle(assistantFavorites.list, ({ context, caller }) => listFavorites(context.db, caller.id)),

  handle(assistantFavorites.add, async ({ context, caller, params }) => {
    await visible(context, params.id, caller)
    await addFavorite(context.db, caller.id, params.id, context.now())
    return { message: 'Assistant mis en favori' }
  }),

  handle(assistantFavorites.remove, async ({ context, caller, params }) => {
    await removeFavorite(context.db, caller.id, params.id)
    return { message: 'Assistant retiré des favoris' }
  }),

  handle(assistantVersions.list, ({ context, params }) => listVersions(context.db, params.id)),

  handle(assistantVersions.get, ({ context, params }) => readVersion(context.db, params.id, Number(params.number))),

  handle(assistantVersions.restore, (call) =>
    audited(call, 'assistant.restore', () => restoreVersion(call.context, call.params.id, Number(call.params.number), call.caller.id), call.params.id),
  ),
]
