import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../../platform/http/handler.ts'
import { audited, auditedInTransaction } from '../../../audit/audited.ts'
import { passkeyRequestOptions, passkeyCreationOptions } from './options.ts'
import { addPasskey, removePasskey } from './own-passkeys.ts'
import { accountOfKey } from './assertions.ts'
import { beginSignIn, signInByPasskey } from './sign-in.ts'

const { passkeys } = routes

export const passkeyHandlers: RouteHandler[] = [
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
]
