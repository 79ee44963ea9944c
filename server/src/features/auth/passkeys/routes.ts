import { routes } from '@parvis/contract'
import { handle, type Handler } from '../../../platform/http/handler.ts'
import { audited, auditedTogether } from '../../../audit/audited.ts'
import { askPasskey, beginPasskey } from './options.ts'
import { addPasskey, removePasskey } from './own-keys.ts'
import { accountOfKey } from './show.ts'
import { beginSignIn, signInByPasskey } from './sign-in.ts'

const { passkeys } = routes

export const passkeyHandlers: Handler[] = [
  handle(passkeys.creation, ({ context, caller, body }) => beginPasskey(context, caller, body.password)),
  handle(passkeys.add, (call) => auditedTogether(call, 'passkey.add', (audit) => addPasskey(call.context, call.caller, call.body, audit))),
  handle(passkeys.request, ({ context, caller }) => askPasskey(context, caller.id)),
  handle(passkeys.remove, async (call) => {
    await auditedTogether(call, 'passkey.remove', (audit) => removePasskey(call.context, call.caller, call.params.id, call.body, audit))
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
      { refused: () => accountOfKey(context, body.credential) },
    )
  }),
]
