import { routes } from '@parvis/contract'
import { AppError } from '../../app-error.ts'
import type { Handler } from '../../http/handler.ts'
import { handle } from '../../http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './forgot-password.ts'
import { accountIdOf, logIn } from './log-in.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { endSession, refreshSession } from './sessions.ts'

export const authHandlers: Handler[] = [
  handle(routes.auth.login, (call) =>
    audited(
      call,
      'login',
      () => logIn(call.context, call.body.username, call.body.password, call.ip),
      ({ user }) => user.id,
      { refused: () => accountIdOf(call.context, call.body.username) },
    ),
  ),
  handle(routes.auth.register, (call) =>
    audited(
      call,
      'register',
      () => register(call.context, call.body, call.ip),
      ({ user }) => user.id,
    ),
  ),
  handle(routes.auth.refresh, (call) => {
    if (call.bearer === null) throw new AppError('auth.missing')
    return refreshSession(call.context, call.bearer, call.body?.rotation === true)
  }),
  handle(routes.auth.me, async ({ caller }) => caller),
  handle(routes.auth.logout, (call) =>
    audited(call, 'logout', async () => {
      await endSession(call.context.db, call.caller.session_id, call.context.now())
      return { message: 'Vous êtes déconnecté' }
    }),
  ),
  handle(routes.auth.forgotPassword, async (call) => {
    requestPasswordReset(call.context, call.body.email, call.ip)
    // Specification, chapter 8: said whether the address is known or not.
    return { message: 'Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.' }
  }),
  handle(routes.auth.resetPassword, async (call) => {
    await audited(
      call,
      'password.reset',
      () => resetPassword(call.context, call.body.token, call.body.password),
      (user_id) => user_id,
    )
    // Specification, chapter 8.
    return { message: 'Votre mot de passe a été réinitialisé avec succès' }
  }),
  handle(routes.auth.changePassword, (call) =>
    audited(call, 'password.change', async () => {
      const { warning } = await changePassword(call.context, call.caller, call.body.current_password, call.body.new_password)
      return { message: 'Mot de passe modifié avec succès', ...(warning !== undefined && { warning }) }
    }),
  ),
]
