import { routes } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited, auditedInTransaction, recordAuditEvent } from '../../audit/audited.ts'
import { changePassword } from './passwords/change-password.ts'
import { confirmRegistration } from './registration/confirm-registration.ts'
import { requestPasswordReset } from './passwords/forgot-password.ts'
import { issueDevice } from './sessions/known-device.ts'
import { accountIdOf, finishLogIn, logIn } from './log-in.ts'
import { drawSecret } from './keys.ts'
import { signInMethodsOf } from './oidc/clients.ts'
import { endProviderSessions } from './oidc/backchannel-logout.ts'
import { providerLogoutUrl } from './oidc/logout-url.ts'
import { removeIdentity, notifyRemovedIdentities } from './oidc/own-identities.ts'
import { finishOidcSignIn, linkAndSignIn } from './oidc/sign-in.ts'
import { startOidcSignIn } from './oidc/authorization-request.ts'
import { resendAddressProof } from './registration/address-proof.ts'
import { register } from './registration/register.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { endSession, refreshSession } from './sessions/sessions.ts'
import { passkeyRequestOptions, passkeyCreationOptions } from './passkeys/options.ts'
import { addPasskey, removePasskey } from './passkeys/own-passkeys.ts'
import { accountOfKey } from './passkeys/assertions.ts'
import { beginSignIn, signInByPasskey } from './passkeys/sign-in.ts'

import { beginSecondFactor, confirmSecondFactor, removeAuthenticator, removeSecondFactor, renewRecoveryCodes } from './second-factor/set-up.ts'

const { passkeys, secondFactor } = routes

export const authHandlers: RouteHandler[] = [
  handle(routes.auth.login, (call) =>
    audited(
      call,
      'login',
      () => logIn(call.context, call.body, call.ip, call.user_agent),
      ({ user }) => user.id,
      { refusedTarget: () => accountIdOf(call.context, call.body.username) },
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
    await resendAddressProof(call.context, call.body.email, call.ip)
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
      const location = await providerLogoutUrl(context, caller.session_id, body?.state ?? drawSecret())
      return { message: 'Vous êtes déconnecté', ...(location !== null && { location }) }
    }),
  ),
  handle(routes.oidc.providers, async ({ context }) => signInMethodsOf(context)),
  handle(routes.oidc.start, ({ context, body, ip }) => startOidcSignIn(context, body, ip)),
  handle(routes.oidc.finish, async (call) => {
    const from = { ip: call.ip, user_agent: call.user_agent, device: call.body.device }
    const recordSignIn = (outcome: string, target: string | null) => recordAuditEvent(call, { act: 'login.elsewhere', outcome, target })
    const answer = await finishOidcSignIn(call.context, call.body, from).catch(async (error: unknown) => {
      await recordSignIn(error instanceof AppError ? error.code : 'failed', null)
      throw error
    })
    // An offer to link an identity has opened nothing yet.
    if ('user' in answer) await recordSignIn('done', answer.user.id)
    return answer
  }),
  handle(routes.oidc.link, (call) =>
    audited(
      call,
      'login.link',
      () => linkAndSignIn(call.context, call.body, { ip: call.ip, user_agent: call.user_agent, device: call.body.device }),
      ({ user }) => user.id,
    ),
  ),
  handle(routes.oidc.backchannelLogout, async (call) => {
    await audited(
      call,
      'session.end_elsewhere',
      () => endProviderSessions(call.context, call.params.id, call.body.logout_token),
      (user_id) => user_id,
    )
    return {}
  }),
  handle(routes.identities.remove, async (call) => {
    const { context, caller, params, body } = call
    const dropped = await auditedInTransaction(call, 'identity.remove', (audit) => removeIdentity(context, caller, params.id, body, audit))
    await notifyRemovedIdentities(call, { user_id: caller.id, author: 'self' }, dropped)
    return { message: 'Fournisseur d’identité retiré' }
  }),
  handle(routes.auth.forgotPassword, async (call) => {
    await requestPasswordReset(call.context, call.body.email, call.ip)
    // Specification, chapter 8: the same answer whether the address is known or not.
    return { message: 'Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.' }
  }),
  handle(routes.auth.resetPassword, async (call) => {
    const user_id = await auditedInTransaction(call, 'password.reset', (audit) =>
      resetPassword(call.context, call.body.token, call.body.password, call.ip, audit),
    )
    // Specification, chapter 8.
    const message = 'Votre mot de passe a été réinitialisé avec succès'
    return { message, ...(call.body.device !== undefined && { device: issueDevice(call.context, user_id) }) }
  }),
  handle(routes.auth.changePassword, (call) =>
    auditedInTransaction(call, 'password.change', async (audit) => {
      const { warning } = await changePassword(call.context, call.caller, call.body.current_password, call.body.new_password, call.ip, audit)
      return { message: 'Mot de passe modifié avec succès', ...(warning !== undefined && { warning }) }
    }),
  ),

  handle(passkeys.creation, ({ context, caller, body }) => passkeyCreationOptions(context, caller, body.password)),
  handle(passkeys.add, (call) => auditedInTransaction(call, 'passkey.add', (audit) => addPasskey(call.context, call.caller, call.body, audit))),
  handle(passkeys.request, ({ context, caller }) => passkeyRequestOptions(context, caller.id)),
  handle(passkeys.remove, async (call) => {
    await auditedInTransaction(call, 'passkey.remove', (audit) => removePasskey(call.context, call.caller, call.params.id, call.body, audit))
    return { message: 'Clé d’accès retirée' }
  }),
  handle(passkeys.signInRequest, ({ context, body, ip }) => beginSignIn(context, body.challenge, ip)),
  handle(passkeys.signIn, (call) => {
    const { context, body, ip, user_agent } = call
    return audited(
      call,
      'login.passkey',
      () => signInByPasskey(context, body.credential, { ip, user_agent, device: body.device }),
      ({ user }) => user.id,
      { refusedTarget: () => accountOfKey(context, body.credential) },
    )
  }),

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
