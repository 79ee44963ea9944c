import { allCategories, type ModelLevel } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { isAssistantOfferedTo } from '../../authorization/assistants.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { KeyCaller } from '../api-keys/authenticate-key.ts'
import type { FindGrounding } from '../chat/grounding.ts'
import { conversationGround } from '../library/conversation-ground.ts'
import { libraryGround, requireScope } from '../library/ground.ts'
import { levelRefusal, modelNotFound } from './api-error.ts'

/** Id of the model that answers from the shared library. */
const libraryModel = 'bibliotheque'

/** Assistants that a key may use, in the order of their names. */
async function usableAssistants({ db }: Context, { key, owner }: KeyCaller) {
  return db
    .selectFrom('assistant')
    .select(['id', 'name', 'description', 'min_level', 'created_at'])
    .where(isAssistantOfferedTo(owner))
    .$if(key.assistant_ids !== null, (query) => query.where('id', 'in', key.assistant_ids!))
    .$if(key.level_max !== null, (query) => query.where('min_level', '<=', key.level_max!))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Lists the models of a key, in the form of the protocol. @throws {AppError} `keys.scope` */
export async function listModels(context: Context, caller: KeyCaller): Promise<object> {
  const { scopes } = caller.key
  const hasLibrary = scopes.includes('library')
  if (!scopes.includes('chat') && !hasLibrary) throw new AppError('keys.scope')
  const assistants = scopes.includes('chat') ? await usableAssistants(context, caller) : []
  const common = { object: 'model', owned_by: 'parvis' }
  return {
    object: 'list',
    data: [
      ...assistants.map(({ id, name, description, min_level, created_at }) => ({
        id,
        ...common,
        created: Math.floor(Date.parse(created_at) / 1_000),
        name,
        description,
        level: min_level,
      })),
      ...(hasLibrary
        ? [{ id: libraryModel, ...common, created: 0, name: 'Bibliothèque', description: 'Répond d’après les documents de la bibliothèque.' }]
        : []),
    ],
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Assistant and grounding of the model of a request. `library`: name of the category that it searches. */
type ResolvedModel = { assistant_id: string | null; library: string | null; ground: FindGrounding }

/**
 * Resolves the model of a request: an assistant, or the library.
 * @param category document category, for the library; null: all of them
 * @throws {ApiError} `model_not_found`; {AppError} `keys.scope`, `keys.level`, `library.category_unknown`
 */
export async function resolveModel(context: Context, { key, owner }: KeyCaller, model: string, category: string | null): Promise<ResolvedModel> {
  if (model === libraryModel) {
    if (!key.scopes.includes('library')) throw new AppError('keys.scope')
    const library = category ?? allCategories.name
    return { assistant_id: null, library, ground: libraryGround(context, await requireScope(context, owner, { category: library })) }
  }
  if (!key.scopes.includes('chat')) throw new AppError('keys.scope')
  if (!uuid.test(model) || (key.assistant_ids !== null && !key.assistant_ids.includes(model))) throw modelNotFound()
  const assistant = await context.db.selectFrom('assistant').select('min_level').where('id', '=', model).where(isAssistantOfferedTo(owner)).executeTakeFirst()
  if (assistant === undefined) throw modelNotFound()
  requireLevel(context, key.level_max, assistant.min_level)
  return { assistant_id: model, library: null, ground: conversationGround(context, null) }
}

/** @throws {AppError} `keys.level` when a request needs a level above the ceiling of its key */
export function requireLevel({ models }: Pick<Context, 'models'>, ceiling: ModelLevel | null, level: ModelLevel): void {
  if (ceiling !== null && level > ceiling) throw levelRefusal(level, ceiling, models.levelNames)
}
