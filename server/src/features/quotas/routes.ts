import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { readOwnUsage } from './read-usage.ts'
import { nameOfSubject, readTokenLimit, setTokenLimit } from './token-limits.ts'

const { quotas } = routes

export const quotasHandlers: RouteHandler[] = [
  handle(quotas.own, ({ context, caller }) => readOwnUsage(context, caller.id)),
  handle(quotas.ofUser, ({ context, params }) => readTokenLimit(context, { user_id: params.id })),
  handle(quotas.setUser, (call) =>
    audited(call, 'quotas.user', () => setTokenLimit(call.context, { user_id: call.params.id }, call.body.tokens, 'each'), call.params.id),
  ),
  handle(quotas.ofTeam, ({ context, params }) => readTokenLimit(context, { team_id: params.id })),
  handle(quotas.setTeam, async (call) => {
    const { context, params, body } = call
    const target = { id: params.id, name: await nameOfSubject(context.db, { team_id: params.id }) }
    return audited(call, 'quotas.team', () => setTokenLimit(context, { team_id: params.id }, body.tokens, body.kind), target)
  }),
]
