import { routes } from '@parvis/contract'
import type { Assistant } from '@parvis/contract'
import { AppError, notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../http/handler.ts'
import type { Handler } from '../../http/handler.ts'
import { takeFrom } from '../auth/throttle.ts'
import { countUse, findAssistant, listAssistants, listCategories } from './queries.ts'

const { assistants } = routes

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

/** @throws {AppError} `assistants.category_unknown` in place of the foreign key's refusal. */
async function withCategory<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23503') throw error
    throw new AppError('assistants.category_unknown', { fields: { category_id: 'Cette catégorie n’existe pas' } }, { cause: error })
  }
}

export const assistantsHandlers: Handler[] = [
  handle(assistants.categories, ({ context }) => listCategories(context.db)),

  handle(assistants.list, ({ context, caller, query }) =>
    listAssistants(context.db, caller.is_admin ? query : { is_active: true }).then((list) => (query.is_active === false && !caller.is_admin ? [] : list)),
  ),

  handle(assistants.get, async ({ context, caller, params }) => visible(await existing(context, params.id), caller)),

  handle(assistants.create, async ({ context, body }) => {
    const { id } = await withCategory(context.db.insertInto('assistant').values(body).returning('id').executeTakeFirstOrThrow())
    return existing(context, id)
  }),

  handle(assistants.update, async ({ context, params, body }) => {
    await withCategory(
      context.db
        .updateTable('assistant')
        .set({ ...body, updated_at: context.now() })
        .where('id', '=', params.id)
        .execute(),
    )
    return existing(context, params.id)
  }),

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
]
