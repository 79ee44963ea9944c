import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { completeModule, countCompletions, listCompletions } from './completions.ts'

const { literacy, literacyFigures } = routes

export const literacyHandlers: RouteHandler[] = [
  handle(literacy.own, async ({ context, caller }) => ({ completed: await listCompletions(context.db, caller.id) })),

  handle(literacy.complete, async ({ context, caller, body }) => {
    await completeModule(context, caller.id, body.module)
    return { completed: await listCompletions(context.db, caller.id) }
  }),

  handle(literacyFigures.read, ({ context }) => countCompletions(context)),
]
