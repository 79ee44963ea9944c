import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'

export const changesHandlers: RouteHandler[] = [handle(routes.changes.follow, async ({ context, caller, query }) => context.changes.follow(caller.id, query))]
