import { routes } from '@parvis/contract'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { continueShare } from './continue-share.ts'
import { markSeen, listGiven, listReceived } from './queries.ts'
import { openShare } from './open-share.ts'
import { createShare, removeShare, updateShare } from './write-share.ts'

const { shares } = routes

// The audit trail identifies shares by id only: the title of a conversation is private.
export const sharesHandlers: RouteHandler[] = [
  handle(shares.create, (call) =>
    audited(
      call,
      'share.create',
      () => createShare(call.context, call.caller, call.params.id, call.body),
      ({ id }) => id,
      { count: ({ subjects }) => subjects.length },
    ),
  ),

  handle(shares.list, async ({ context, caller, query }) => ({
    given: await listGiven(context, caller.id, query.conversation),
    received: query.conversation === undefined ? await listReceived(context, caller.id) : [],
  })),

  handle(shares.seen, async ({ context, caller, body }) => {
    await markSeen(context, caller.id, body)
    return { message: 'C’est noté' }
  }),

  handle(shares.get, ({ context, caller, params }) => openShare(context, params.id, caller.id)),

  handle(shares.update, (call) => audited(call, 'share.update', () => updateShare(call.context, call.caller, call.params.id, call.body), call.params.id)),

  handle(shares.remove, (call) =>
    audited(
      call,
      'share.remove',
      async () => {
        await removeShare(call.context, call.caller.id, call.params.id)
        return { message: 'Partage retiré' }
      },
      call.params.id,
    ),
  ),

  handle(shares.continue, (call) =>
    audited(
      call,
      'share.continue',
      async () => {
        const { conversation, created } = await continueShare(call.context, call.caller, call.params.id)
        call.setStatus(created ? 201 : 200)
        return { conversation }
      },
      call.params.id,
    ),
  ),
]
