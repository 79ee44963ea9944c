import { routes, type GrantList } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { readGrants, setGrants } from './set-grants.ts'
import { whatPersonSees } from './what-a-person-sees.ts'

const { grants } = routes

export const grantsHandlers: RouteHandler[] = [
  handle(grants.get, ({ context, caller, params }) => readGrants(context.db, caller, params.kind, params.id)),

  handle(grants.set, (call) => {
    const { context, caller, params, body } = call
    return audited(
      call,
      'grants.set',
      () => setGrants(context, caller, params.kind, params.id, body),
      // The audit trail names the organisation's resources only: with whom people share their own is private.
      ({ name, owner }: GrantList) => (owner === null ? { id: params.id, name } : null),
    )
  }),

  handle(grants.sees, ({ context, params }) => whatPersonSees(context.db, params.id)),
]
