import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../../platform/http/handler.ts'
import { audited, auditedInTransaction } from '../../../audit/audited.ts'
import { finishLogIn } from '../log-in.ts'
import { beginSecondFactor, confirmSecondFactor, removeAuthenticator, removeSecondFactor, renewRecoveryCodes } from './set-up.ts'

const { secondFactor } = routes

export const secondFactorHandlers: RouteHandler[] = [
  handle(secondFactor.signIn, (call) =>
    audited(
      call,
      call.body.passkey === undefined ? 'login.second_factor' : 'login.second_passkey',
      () => finishLogIn(call.context, call.body, call.ip, call.user_agent),
      ({ user }) => user.id,
    ),
  ),
  handle(secondFactor.begin, ({ context, caller, body }) => beginSecondFactor(context, caller, body.password)),
  handle(secondFactor.confirm, (call) =>
    auditedInTransaction(call, 'second_factor.set', async (audit) => ({
      recovery_codes: await confirmSecondFactor(call.context, call.caller, call.body.code, audit),
    })),
  ),
  handle(secondFactor.renewCodes, (call) =>
    auditedInTransaction(call, 'second_factor.renew', async (audit) => ({
      recovery_codes: await renewRecoveryCodes(call.context, call.caller, call.body.password, call.body, audit),
    })),
  ),
  handle(secondFactor.remove, async (call) => {
    const { context, caller, body } = call
    await auditedInTransaction(call, 'second_factor.remove', (audit) => removeAuthenticator(context, caller, body.password, body, audit))
    return { message: 'Application de codes retirée' }
  }),
  handle(secondFactor.removeOf, async (call) => {
    const { id } = call.params
    await audited(call, 'users.remove_second_factor', () => removeSecondFactor(call.context, call.caller, id), id)
    return { message: 'Double authentification retirée de ce compte' }
  }),
]
