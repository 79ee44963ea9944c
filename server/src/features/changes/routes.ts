import { routes } from '@parvis/contract'
import { handle, type Handler } from '../../platform/http/handler.ts'

export const changesHandlers: Handler[] = [handle(routes.changes.follow, async ({ context, caller, query }) => context.changes.follow(caller.id, query))]
