import type { PasskeyCreation, PasskeyRequest } from '@parvis/contract'
import type { Caller, Context } from '../../../context.ts'
import { requirePassword } from '../passwords/password-hash.ts'
import { challengeMs, drawChallenge, requireRelyingParty, type RelyingParty } from './challenges.ts'
import { algorithms } from './verify.ts'

/** Returns the WebAuthn user handle of an account: the bytes of its random id, which say nothing of the person (WebAuthn, section 14.6.1). */
export const userHandleOf = (user_id: string): string => Buffer.from(user_id.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Returns the WebAuthn options to create a passkey, after checking the password.
 * @throws {AppError} `auth.passkeys_unavailable`, `auth.no_password`, `auth.current_password`, `auth.locked`
 */
export async function passkeyCreationOptions(context: Context, caller: Caller, password: string): Promise<PasskeyCreation> {
  const relyingParty = requireRelyingParty(context)
  await requirePassword(context, caller.id, password, 'password')
  const { id, username, first_name, last_name } = caller
  return {
    rp: { id: relyingParty.rp_id, name: 'Parvis' },
    user: { id: userHandleOf(id), name: username, displayName: `${first_name} ${last_name}`.trim() || username },
    challenge: await drawChallenge(context, { purpose: 'create', user_id: id }),
    timeout: challengeMs,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: await credentialsOf(context, relyingParty, id),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** Returns the WebAuthn options to sign with a passkey of the account. @throws {AppError} `auth.passkeys_unavailable` */
export async function passkeyRequestOptions(context: Context, user_id: string): Promise<PasskeyRequest> {
  const relyingParty = requireRelyingParty(context)
  const allowCredentials = await credentialsOf(context, relyingParty, user_id)
  return { challenge: await drawChallenge(context, { purpose: 'prove', user_id }), allowCredentials, ...common(relyingParty) }
}

/** Returns the WebAuthn options to sign in with any passkey that the device has. @throws {AppError} `auth.passkeys_unavailable` */
export async function anyPasskeyRequestOptions(context: Context): Promise<PasskeyRequest> {
  const relyingParty = requireRelyingParty(context)
  return { challenge: await drawChallenge(context, { purpose: 'sign_in', user_id: null }), allowCredentials: [], ...common(relyingParty) }
}

const common = ({ rp_id }: RelyingParty) => ({ rpId: rp_id, timeout: challengeMs, userVerification: 'required' as const })

async function credentialsOf({ db }: Context, { rp_id }: RelyingParty, user_id: string) {
  const keys = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .where('rp_id', '=', rp_id)
    .orderBy('created_at')
    .execute()
  return keys.map(({ credential_id, transports }) => ({ type: 'public-key' as const, id: credential_id, transports }))
}
