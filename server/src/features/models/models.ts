import { routes, type ListedModel } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'

export const modelsHandlers: RouteHandler[] = [
  handle(routes.models.list, async ({ context: { models } }): Promise<ListedModel[]> => {
    const available = await models.available()
    return models.list.map(({ id, label, level, images }) => ({ id, label, level, images, available: available.has(id) }))
  }),
]

/** Checks the id of a chosen model; null and undefined choose none. @throws {AppError} `models.unknown` */
export function requireKnownModel({ models }: Pick<Context, 'models'>, id: string | null | undefined): void {
  if (id !== null && id !== undefined && models.list.every((model) => model.id !== id))
    throw new AppError('models.unknown', { fields: { model_id: 'Ce modèle n’existe pas' } })
}
