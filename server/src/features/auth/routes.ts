import { routes } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type Handler } from '../../platform/http/handler.ts'
import { audited, auditedTogether, record } from '../../audit/audited.ts'
import { changePassword } from './passwords/change-password.ts'
import { confirmRegistration } from './registration/confirm-registration.ts'
import { requestPasswordReset } from './passwords/forgot-password.ts'
import { issueDevice } from './sessions/known-device.ts'
import { accountIdOf, logIn } from './log-in.ts'
import { drawSecret } from './account-keys.ts'
import { waysInOf } from './elsewhere/clients.ts'
import { endFromThere } from './elsewhere/backchannel.ts'
import { endThere } from './elsewhere/end-there.ts'
import { removeIdentity, tellDropped } from './elsewhere/own-identities.ts'
import { finishElsewhere, linkElsewhere } from './elsewhere/sign-in.ts'
import { startElsewhere } from './elsewhere/start.ts'
import { askProofAgain } from './registration/prove-address.ts'
import { register } from './registration/register.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { endSession, refreshSession } from './sessions/sessions.ts'

export const authHandlers: Handler[] = [
  handle(routes.auth.login, (call) =>
    audited(
      call,
      'login',
      () => logIn(call.context, call.body, call.ip, call.user_agent),
      ({ user }) => user.id,
      { refused: () => accountIdOf(call.context, call.body.username) },
    ),
  ),
  handle(routes.auth.register, (call) =>
    audited(
      call,
      call.context.config.registration.domains.length > 0 ? 'register.ask' : 'register',
      () => register(call.context, call.body, call.ip),
      ({ user }) => user?.id ?? null,
    ),
  ),
  handle(routes.auth.confirmRegistration, async (call) => {
    const { message } = await audited(
      call,
      'register',
      () => confirmRegistration(call.context, call.body.token, call.body.password),
      ({ id }) => id,
    )
    return { message }
  }),
  handle(routes.auth.resendRegistration, async (call) => {
    await askProofAgain(call.context, call.body.email, call.ip)
    return { message: 'Si une inscription attend à cette adresse, vous recevrez un autre lien.' }
  }),
  handle(routes.auth.refresh, (call) => {
    if (call.bearer === null) throw new AppError('auth.missing')
    return refreshSession(call.context, call.bearer, call.body?.rotation === true)
  }),
  handle(routes.auth.me, async ({ caller }) => caller),
  handle(routes.auth.logout, (call) =>
    audited(call, 'logout', async () => {
      const { context, caller, body } = call
      await endSession(context.db, caller.session_id, context.now())
      const location = await endThere(context, caller.session_id, body?.state ?? drawSecret())
      return { message: 'Vous êtes déconnecté', ...(location !== null && { location }) }
    }),
  ),
  handle(routes.elsewhere.providers, async ({ context }) => waysInOf(context)),
  handle(routes.elsewhere.start, ({ context, body, ip }) => startElsewhere(context, body, ip)),
  handle(routes.elsewhere.finish, async (call) => {
    const from = { ip: call.ip, user_agent: call.user_agent, device: call.body.device }
    const keep = (outcome: string, target: string | null) => record(call, { act: 'login.elsewhere', outcome, target })
    const answer = await finishElsewhere(call.context, call.body, from).catch(async (error: unknown) => {
      await keep(error instanceof AppError ? error.code : 'failed', null)
      throw error
    })
    // An offer to link an identity has opened nothing yet.
    if ('user' in answer) await keep('done', answer.user.id)
    return answer
  }),
  handle(routes.elsewhere.link, (call) =>
    audited(
      call,
      'login.link',
      () => linkElsewhere(call.context, call.body, { ip: call.ip, user_agent: call.user_agent, device: call.body.device }),
      ({ user }) => user.id,
    ),
  ),
  handle(routes.elsewhere.backchannelLogout, async (call) => {
    await audited(
      call,
      'session.end_elsewhere',
      () => endFromThere(call.context, call.params.id, call.body.logout_token),
      (user_id) => user_id,
    )
    return {}
  }),
  handle(routes.identities.remove, async (call) => {
    const { context, caller, params, body } = call
    const dropped = await auditedTogether(call, 'identity.remove', (audit) => removeIdentity(context, caller, params.id, body, audit))
    await tellDropped(call, { user_id: caller.id, author: 'self' }, dropped)
    return { message: 'Fournisseur d’identité retiré' }
  }),
  handle(routes.auth.forgotPassword, async (call) => {
    await requestPasswordReset(call.context, call.body.email, call.ip)
    // Specification, chapter 8: the same answer whether the address is known or not.
    return { message: 'Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.' }
  }),
  handle(routes.auth.resetPassword, async (call) => {
    const user_id = await auditedTogether(call, 'password.reset', (audit) => resetPassword(call.context, call.body.token, call.body.password, call.ip, audit))
    // Specification, chapter 8.
    const message = 'Votre mot de passe a été réinitialisé avec succès'
    return { message, ...(call.body.device !== undefined && { device: issueDevice(call.context, user_id) }) }
  }),
  handle(routes.auth.changePassword, (call) =>
    auditedTogether(call, 'password.change', async (audit) => {
      const { warning } = await changePassword(call.context, call.caller, call.body.current_password, call.body.new_password, call.ip, audit)
      return { message: 'Mot de passe modifié avec succès', ...(warning !== undefined && { warning }) }
    }),
  ),
]
